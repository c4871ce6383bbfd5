import { randomUUID } from 'node:crypto';
import type { Middleware, Context } from 'koa';
import type { Logger } from 'pino';
import type { HttpMetrics } from './metrics.ts';
import type { SessionUser } from '#queries/visitor.ts';
import type { Problem } from './problem.ts';

/**
 * Gives every request an id and logs one line about it: method, route pattern, status, time. No query, body, address or
 * cookie, because those can hold codes and personal data.
 */
export function requestLog(logger: Logger, metrics: HttpMetrics): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } finally {
      const route = typeof ctx['_matchedRoute'] === 'string' ? ctx['_matchedRoute'] : 'page';
      const milliseconds = performance.now() - started;
      metrics.observe({ method: ctx.method, route, status: ctx.status, milliseconds });
      logger.debug({ requestId, method: ctx.method, route, status: ctx.status, milliseconds }, 'request');
    }
  };
}

/** Logs a refused request, for later investigations of attempted break-ins. */
export type LogRefusal = (ctx: Context, problem: Problem) => void;

/** The maximum number of lines per period: a flood is counted and not written, so that it does not fill the disk. */
const MAX_LINES = 300;
const PERIOD_MS = 60_000;

/** Statuses of honest mistakes, and of conflicts between two devices, which are no attempts at a break-in. */
const HONEST_STATUSES = [405, 409, 412];

/**
 * Creates the log of refusals, with one line for each: request, route pattern, status, code, names of wrong fields, and
 * the account of the session. No address, query, body or value, because those can hold secrets and personal data.
 * @param now the clock, in milliseconds
 */
export function createRefusalLog(logger: Pick<Logger, 'info'>, now: () => number = Date.now): LogRefusal {
  let periodEndsAt = -Infinity;
  let lineCount = 0;
  return (ctx, problem) => {
    if (!isLogged(ctx, problem)) return;
    if (now() >= periodEndsAt) {
      if (lineCount > MAX_LINES)
        logger.info({ refused: lineCount - MAX_LINES }, 'more requests were refused than are told');
      periodEndsAt = now() + PERIOD_MS;
      lineCount = 0;
    }
    lineCount += 1;
    if (lineCount > MAX_LINES) return;
    const visitor = ctx.state['visitor'] as SessionUser | null | undefined;
    const { status, code, fields = {} } = problem;
    logger.info(
      {
        requestId: ctx.state['requestId'] as string,
        method: ctx.method,
        route: ctx['_matchedRoute'] as string,
        status,
        code,
        fields: Object.keys(fields),
        userId: visitor?.userId ?? null,
      },
      'request refused',
    );
  };
}

/**
 * Tells whether a refusal is logged: a page without a session that asks for the current visitor is no attempt at
 * anything.
 */
function isLogged(ctx: Context, { status, code }: Problem): boolean {
  if (status < 400 || status >= 500 || HONEST_STATUSES.includes(status)) return false;
  if (code === 'not_signed_in') return Boolean(ctx.state['sessionHash']);
  return typeof ctx['_matchedRoute'] === 'string';
}
