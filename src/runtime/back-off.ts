/** The growth of pauses between attempts; `first` and `max` in the same unit, usually milliseconds. */
export interface Growth {
  /** The pause after a first failure. */
  readonly first: number;
  /** The longest pause. */
  readonly max: number;
  /**
   * A pause is shortened at random by up to this part of it, which keeps processes that failed together from retrying
   * in step: with 0.5, a pause of 100 becomes one of 50 to 100. By default pauses are not shortened.
   */
  readonly spread?: number;
}

/**
 * The pause after consecutive failures: it doubles with each. With `first` 100 and `max` 1 000 the pauses are 100, 200,
 * 400, 800, 1 000, 1 000 …
 * @param failures 1 or more
 */
export const pauseAfter = (failures: number, { first, max, spread = 0 }: Growth, random = Math.random): number =>
  Math.min(first * 2 ** (failures - 1), max) * (1 - spread * random());

/** Counts consecutive failures and computes the pauses between attempts. */
export interface BackOff {
  /** Counts another failure and returns the pause after it. */
  next(): number;
  /** Resets the count after a success. */
  reset(): void;
}

export function createBackOff(growth: Growth, random = Math.random): BackOff {
  let failures = 0;
  return {
    next() {
      failures += 1;
      return pauseAfter(failures, growth, random);
    },
    reset() {
      failures = 0;
    },
  };
}
