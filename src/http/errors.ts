import { RefusedRead } from '#app/history/business-history.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { EventTooLarge, ErasedStreamError } from '#eventstore/port.ts';
import { isDiskFull, isOutage } from '#app/outage.ts';
import { ReadTimeout } from '#queries/past-reads.ts';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { LockBusy } from '#payments/locks.ts';
import { ProviderError } from '#payments/provider.ts';
import { providerProblem } from './payment-problems.ts';
import { sendProblem, Problem, problems, problemFromRefusal } from './problem.ts';
import { createRefusalLog } from './request-log.ts';
import { transportProblem } from './request-body.ts';

/**
 * Turns every error into a problem and a line in the log; only unexpected errors have their stack there. An outage that
 * affects every request has one line a minute, with the number of affected requests.
 */
export function handleErrors(logger: Logger, now: () => number = Date.now): Middleware {
  const logRefusal = createRefusalLog(logger, now);
  const logFailure = createFailureLog(logger, now);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = problemFrom(error);
      if (problem.status >= 500) logFailure(ctx, error);
      else logRefusal(ctx, problem);
      sendProblem(ctx, problem);
    }
  };
}

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RefusedRead) return problemFromRefusal(error.refusal);
  if (error instanceof ReadTimeout) return problems.busy();
  if (isOutage(error) || error instanceof LockBusy) return problems.unavailable();
  if (error instanceof ProviderError) return providerProblem(error);
  // The event stays unreadable until a newer program is installed.
  if (error instanceof UnreadableEvent) return problems.unavailable();
  if (error instanceof ErasedStreamError) return problems.notFound();
  if (error instanceof EventTooLarge) return problems.tooMuchAtOnce();
  return transportProblem(error) ?? problems.unexpected();
}

/** The interval at which the same outage is logged again, in milliseconds. */
const REPEAT_LOG_MS = 60_000;

/** Creates the log of failed requests. @param now the clock, in milliseconds */
function createFailureLog(logger: Logger, now: () => number): (ctx: Context, error: unknown) => void {
  const lastLines = new Map<string, { readonly at: number; suppressed: number }>();
  /**
   * Counts an occurrence of an outage. @returns the number of suppressed ones if a line is to be logged now, else
   * undefined
   */
  function recordOccurrence(outage: string): number | undefined {
    const last = lastLines.get(outage);
    if (last && now() < last.at + REPEAT_LOG_MS) {
      last.suppressed += 1;
      return undefined;
    }
    lastLines.set(outage, { at: now(), suppressed: 0 });
    return last?.suppressed ?? 0;
  }
  return (ctx, error) => {
    const request = {
      requestId: ctx.state['requestId'] as string,
      method: ctx.method,
      route: ctx['_matchedRoute'] as string,
    };
    // The fault is another service's, so our stack would add nothing.
    if (error instanceof ProviderError) return logger.warn({ ...request, provider: error.message }, 'request failed');
    if (error instanceof Problem) return logger.warn({ ...request, code: error.code }, 'request failed');
    const outage = outageKey(error);
    const suppressed = outage === undefined ? 0 : recordOccurrence(outage);
    if (suppressed === undefined) return;
    // Operators know the number of suppressed lines as `untold`.
    const line = suppressed === 0 ? request : { ...request, untold: suppressed };
    if (outage === FULL_DISK) logger.error(line, 'request failed: the disk of the database is full, give it room');
    else logger.error({ ...line, err: error }, 'request failed');
  };
}

const FULL_DISK = 'full disk';

/** A name for the outage that affects every request alike; undefined for a fault of this request only. */
function outageKey(error: unknown): string | undefined {
  if (isDiskFull(error)) return FULL_DISK;
  if (!isOutage(error)) return undefined;
  const { code, name } = error as Error & { readonly code?: unknown };
  return typeof code === 'string' ? code : name;
}
