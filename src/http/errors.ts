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

/** Everything thrown below becomes a problem, and a line in the log; only what nobody foresaw has its stack there. */
export function answerErrors(logger: Logger): Middleware {
  const noteRefusal = createRefusalLog(logger);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = problemFrom(error);
      if (problem.status >= 500) logFailure(logger, ctx, error);
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
  if (error instanceof UnreadableEvent) return problems.away(); // until a program that can read it has been installed
  if (error instanceof StreamErased) return problems.unknown();
  if (error instanceof EventTooLarge) return problems.tooMuchAtOnce();
  return problemOfTransport(error) ?? problems.unexpected();
}

function logFailure(logger: Logger, ctx: Context, error: unknown): void {
  const request = {
    requestId: ctx.state['requestId'] as string,
    method: ctx.method,
    route: ctx['_matchedRoute'] as string,
  };
  // Somebody else's trouble, and told in words of its own: where it was noticed says nothing more.
  if (error instanceof ProviderError) logger.warn({ ...request, provider: error.message }, 'request failed');
  else if (error instanceof Problem) logger.warn({ ...request, code: error.code }, 'request failed');
  else if (isDiskFull(error)) logger.error(request, 'request failed: the disk of the database is full, give it room');
  else logger.error({ ...request, err: error }, 'request failed');
}
