import type { FailureLimit, GuessLimit, Quota } from '#contract/limits.ts';
import type { Caller, Limits } from '#limits/limits.ts';
import { problems } from './problem.ts';

/** Rejects a caller that calls too often, before any other work. @throws Problem 429 */
export async function enforceQuota(quota: Quota, limits: Limits, caller: Caller): Promise<void> {
  const waitSeconds = await limits.consume(quota, caller);
  if (waitSeconds > 0) throw problems.tooMany(waitSeconds);
}

/**
 * Slows guessing down: `work` runs only when the caller need not wait. Runs after the session is known, because a guess
 * counts for the account, in whichever session.
 * @throws Problem 429, or the error of `work`: then the guess was wrong
 */
export async function limitGuesses<T>(
  guesses: GuessLimit,
  {
    limits,
    caller,
    answer: work,
  }: { readonly limits: Limits; readonly caller: Caller; readonly answer: () => Promise<T> },
): Promise<T> {
  const waitSeconds = await limits.countGuess(guesses, caller);
  if (waitSeconds > 0) throw problems.tooMany(waitSeconds);
  const result = await work();
  await limits.resetGuesses(guesses, caller);
  return result;
}

/**
 * Rejects callers that fail too often; successful calls are never counted. A refusal beyond the limit tells the caller
 * to wait instead of the reason, so that further attempts reveal nothing.
 * @throws Problem 429, or the error of `work`
 */
export async function limitFailures<T>(
  limit: FailureLimit | GuessLimit,
  { limits, caller, answer }: { readonly limits: Limits; readonly caller: Caller; readonly answer: () => Promise<T> },
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const waitSeconds = isRefusal(error) ? await limits.countFailure(limit, caller) : 0;
    throw waitSeconds > 0 ? problems.tooMany(waitSeconds) : error;
  }
}

/** Tells whether the caller caused the error, other than by having to wait. */
function isRefusal(error: unknown): boolean {
  const status = (error as { readonly status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
