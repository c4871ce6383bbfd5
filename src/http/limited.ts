import type { Guesses, Quota } from '#contract/limits.ts';
import type { Limits } from '#src/limits/limits.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { Middleware } from 'koa';
import { clientAddress } from './client-address.ts';
import { problems } from './problem.ts';
import type { Visits } from './visits.ts';

/** Turns away who calls too often, before anything else is done for them. */
export function withinQuota(quota: Quota, limits: Limits, visits: Visits): Middleware {
  return async (ctx, next) => {
    const wait = await limits.take(quota, visits.callerOf(ctx));
    if (wait > 0) throw problems.tooMany(wait);
    await next();
  };
}

/** Makes guessing slow. Comes after the session is known: a guess counts for the account, whichever session it has. */
export function slowedGuesses(guesses: Guesses, limits: Limits): Middleware {
  return async (ctx, next) => {
    const visitor = ctx.state['visitor'] as Visitor | null;
    const caller = { account: visitor?.userId ?? null, ip: clientAddress(ctx).ip };
    const wait = await limits.guess(guesses, caller);
    if (wait > 0) throw problems.tooMany(wait);
    await next();
    await limits.guessedRight(guesses, caller);
  };
}
