import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { HttpMetrics } from './metrics.ts';

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
