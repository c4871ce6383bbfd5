/**
 * How pauses between attempts grow; `firstPause` and `longestPause` are in the same unit, usually milliseconds.
 */
export interface BackOffPolicy {
  /** The pause after a first failure. */
  readonly firstPause: number;
  /** The longest pause. */
  readonly longestPause: number;
  /**
   * A pause is shortened at random by up to this part of it, which keeps processes that failed together from retrying
   * in step: with 0.5, a pause of 100 becomes one of 50 to 100. By default pauses are not shortened.
   */
  readonly jitter?: number;
}

/**
 * The pause after consecutive failures: it doubles with each. With `firstPause` 100 and `longestPause` 1 000 the pauses
 * are 100, 200, 400, 800, 1 000, 1 000 …
 * @param failures 1 or more
 */
export const pauseAfter = (
  failures: number,
  { firstPause, longestPause, jitter = 0 }: BackOffPolicy,
  random = Math.random,
): number => Math.min(firstPause * 2 ** (failures - 1), longestPause) * (1 - jitter * random());

/** Counts consecutive failures and computes the pauses between attempts. */
export interface BackOff {
  /** Counts another failure and returns the pause after it. */
  next(): number;
  /** Resets the count after a success. */
  reset(): void;
}

export function createBackOff(policy: BackOffPolicy, random = Math.random): BackOff {
  let failures = 0;
  return {
    next() {
      failures += 1;
      return pauseAfter(failures, policy, random);
    },
    reset() {
      failures = 0;
    },
  };
}
