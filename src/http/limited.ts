import type { FailureLimit, GuessLimit, Quota } from '#contract/limits.ts';
import type { Caller, Limits } from '#limits/limits.ts';
import { problems } from './problem.ts';

/** Rejects a caller that calls too often, before any other work. @throws Problem 429 */
export async function withinQuota(quota: Quota, limits: Limits, caller: Caller): Promise<void> {
  const wait = await limits.take(quota, caller);
  if (wait > 0) throw problems.tooMany(wait);
}

/**
 * Slows guessing down: `answer` is only called when the caller need not wait. Comes after the session is known, because
 * a guess counts for the account, in whichever session.
 * @throws Problem 429, or the error of `answer`: then the guess was wrong
 */
export async function asAGuess<T>(
  guesses: GuessLimit,
  { limits, caller, answer }: { readonly limits: Limits; readonly caller: Caller; readonly answer: () => Promise<T> },
): Promise<T> {
  const wait = await limits.guess(guesses, caller);
  if (wait > 0) throw problems.tooMany(wait);
  const answered = await answer();
  await limits.guessedRight(guesses, caller);
  return answered;
}

/**
 * Rejects callers that fail too often; successful calls are never counted. A refusal beyond the limit tells the caller
 * to wait instead of the reason, so that further attempts reveal nothing.
 * @throws Problem 429, or the error of `answer`
 */
export async function unlessFailing<T>(
  limit: FailureLimit | GuessLimit,
  { limits, caller, answer }: { readonly limits: Limits; readonly caller: Caller; readonly answer: () => Promise<T> },
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const wait = isRefusal(error) ? await limits.failed(limit, caller) : 0;
    throw wait > 0 ? problems.tooMany(wait) : error;
  }
}

/** Whether the caller caused the error, other than by having to wait. */
function isRefusal(error: unknown): boolean {
  const status = (error as { readonly status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
