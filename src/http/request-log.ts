import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { HttpMetrics } from './metrics.ts';

/**
 * Names every request and writes one line about it: method, route pattern, status, time. No query, no body, no address,
 * no cookie: those can hold codes and personal data.
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
      const route = (ctx.state['route'] as string | undefined) ?? 'page';
      const milliseconds = performance.now() - started;
      metrics.observe({ method: ctx.method, route, status: ctx.status, milliseconds });
      logger.debug({ requestId, method: ctx.method, route, status: ctx.status, milliseconds }, 'request');
    }
  };
}
