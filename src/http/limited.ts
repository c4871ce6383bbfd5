import type { Failures, Guesses, Quota } from '#contract/limits.ts';
import type { Caller, Limits } from '#limits/limits.ts';
import { problems } from './problem.ts';

/** Turns away who calls too often, before anything else is done for them. @throws Problem 429 */
export async function withinQuota(quota: Quota, limits: Limits, caller: Caller): Promise<void> {
  const wait = await limits.take(quota, caller);
  if (wait > 0) throw problems.tooMany(wait);
}

/**
 * Makes guessing slow: `answer` is only asked when it is the caller's turn. Comes after the session is known, because a
 * guess counts for the account, whichever session it has.
 * @throws Problem 429, or what `answer` throws: then the guess was wrong
 */
export async function asAGuess<T>(
  guesses: Guesses,
  { limits, caller, answer }: { readonly limits: Limits; readonly caller: Caller; readonly answer: () => Promise<T> },
): Promise<T> {
  const wait = await limits.guess(guesses, caller);
  if (wait > 0) throw problems.tooMany(wait);
  const answered = await answer();
  await limits.guessedRight(guesses, caller);
  return answered;
}

/**
 * Turns away who fails too often, and nobody else: what succeeds is never counted. A refusal past the limit is told to wait
 * instead of why, so that going on tells nothing.
 * @throws Problem 429, or what `answer` throws
 */
export async function unlessFailing<T>(
  limit: Failures | Guesses,
  { limits, caller, answer }: { readonly limits: Limits; readonly caller: Caller; readonly answer: () => Promise<T> },
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const wait = isRefusal(error) ? await limits.failed(limit, caller) : 0;
    throw wait > 0 ? problems.tooMany(wait) : error;
  }
}

/** The caller's own doing, but for being told to wait. */
function isRefusal(error: unknown): boolean {
  const status = (error as { readonly status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
