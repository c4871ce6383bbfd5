/** How pauses between attempts grow; `first` and `max` in the same unit, usually milliseconds. */
export interface Growth {
  /** The pause after a first failure. */
  readonly first: number;
  /** No pause is longer. */
  readonly max: number;
  /**
   * A pause is shortened at random by up to this part of it, which keeps processes that failed together from trying in
   * step: with 0.5, a pause of 100 becomes one of 50 to 100. By default none is.
   */
  readonly spread?: number;
}

/**
 * The pause after so many failures in a row: twice as long after each. With `first` 100 and `max` 1 000 they are 100, 200,
 * 400, 800, 1 000, 1 000 …
 * @param failures 1 or more
 */
export const pauseAfter = (failures: number, { first, max, spread = 0 }: Growth, random = Math.random): number =>
  Math.min(first * 2 ** (failures - 1), max) * (1 - spread * random());

/** Counts failures in a row for whoever waits between attempts. */
export interface BackOff {
  /** After another failure: how long to wait now. */
  next(): number;
  /** It has worked: the next failure is a first one again. */
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
