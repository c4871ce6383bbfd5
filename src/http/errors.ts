import { RefusedRead } from '#app/history/refused-read.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { EventTooLarge, StreamErased } from '#eventstore/port.ts';
import { isDiskFull, isOutage } from '#app/outage.ts';
import { ReadNotDone } from '#queries/past-reads.ts';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { LockBusy } from '#payments/locks.ts';
import { ProviderError } from '#payments/port.ts';
import { problemOfProvider } from './payment-problems.ts';
import { answerProblem, Problem, problems, problemSaying } from './problem.ts';
import { createRefusalLog } from './refusal-log.ts';
import { problemOfTransport } from './request-body.ts';

/**
 * Turns every error into a problem and a line in the log; only unexpected errors have their stack there. An outage that
 * affects every request has one line a minute, with the number of affected requests.
 */
export function answerErrors(logger: Logger, now: () => number = Date.now): Middleware {
  const noteRefusal = createRefusalLog(logger, now);
  const noteFailure = createFailureLog(logger, now);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = problemFrom(error);
      if (problem.status >= 500) noteFailure(ctx, error);
      else noteRefusal(ctx, problem);
      answerProblem(ctx, problem);
    }
  };
}

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RefusedRead) return problemSaying(error.refused);
  if (error instanceof ReadNotDone) return problems.busy();
  if (isOutage(error) || error instanceof LockBusy) return problems.away();
  if (error instanceof ProviderError) return problemOfProvider(error);
  // The event stays unreadable until a newer program is installed.
  if (error instanceof UnreadableEvent) return problems.away();
  if (error instanceof StreamErased) return problems.unknown();
  if (error instanceof EventTooLarge) return problems.tooMuchAtOnce();
  return problemOfTransport(error) ?? problems.unexpected();
}

/** How often the same outage is logged, in milliseconds. */
const SAY_AGAIN_MS = 60_000;

/** @param now the clock, in milliseconds */
function createFailureLog(logger: Logger, now: () => number): (ctx: Context, error: unknown) => void {
  const told = new Map<string, { readonly at: number; untold: number }>();
  /** The number of occurrences since the last line; undefined where this one is not logged either. */
  function countSinceLine(trouble: string): number | undefined {
    const last = told.get(trouble);
    if (last && now() < last.at + SAY_AGAIN_MS) {
      last.untold += 1;
      return undefined;
    }
    told.set(trouble, { at: now(), untold: 0 });
    return last?.untold ?? 0;
  }
  return (ctx, error) => {
    const request = {
      requestId: ctx.state['requestId'] as string,
      method: ctx.method,
      route: ctx['_matchedRoute'] as string,
    };
    // The fault of another service, in its own words: our stack would add nothing.
    if (error instanceof ProviderError) return logger.warn({ ...request, provider: error.message }, 'request failed');
    if (error instanceof Problem) return logger.warn({ ...request, code: error.code }, 'request failed');
    const trouble = troubleOf(error);
    const untold = trouble === undefined ? 0 : countSinceLine(trouble);
    if (untold === undefined) return;
    const line = untold === 0 ? request : { ...request, untold };
    if (trouble === FULL_DISK) logger.error(line, 'request failed: the disk of the database is full, give it room');
    else logger.error({ ...line, err: error }, 'request failed');
  };
}

const FULL_DISK = 'full disk';

/** The unavailable or full part that affects every request alike; undefined for a fault of this request only. */
function troubleOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return FULL_DISK;
  if (!isOutage(error)) return undefined;
  const { code, name } = error as Error & { readonly code?: unknown };
  return typeof code === 'string' ? code : name;
}
