import { CommandNotDone } from '#app/command-handler.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { EventTooLarge, LogUnavailable, StreamErased } from '#eventstore/port.ts';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { answerProblem, Problem, problems } from './problem.ts';
import { problemOfTransport } from './request-body.ts';

/** Everything thrown below becomes a problem; only what nobody foresaw is logged with its stack. */
export function answerErrors(logger: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = problemFrom(error);
      if (problem.status >= 500) logFailure(logger, ctx, error);
      answerProblem(ctx, problem);
    }
  };
}

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof CommandNotDone || error instanceof LogUnavailable) return problems.away();
  if (error instanceof UnreadableEvent) return problems.away(); // until a program that can read it has been installed
  if (error instanceof StreamErased) return problems.unknown();
  if (error instanceof EventTooLarge) return problems.tooLarge();
  if (isDatabaseAway(error)) return problems.away();
  return problemOfTransport(error) ?? problems.unexpected();
}

/** Connection refused, reset or timed out; Postgres shutting down, starting up, read-only, or out of connections. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P|53|25006)/.test(code))
    return true;
  return (
    typeof message === 'string' && /Connection terminated|Query read timeout|timeout exceeded when trying/.test(message)
  );
}

function logFailure(logger: Logger, ctx: Context, error: unknown): void {
  logger.error(
    { err: error, requestId: ctx.state['requestId'], method: ctx.method, route: ctx.state['route'] },
    'request failed',
  );
}
