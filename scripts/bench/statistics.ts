export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** @throws RangeError for an empty list */
export function spreadOf(values: readonly number[]): Spread {
  return { median: medianOf(values), lowest: quantile(values, 0), highest: quantile(values, 1) };
}

/** The middle one; of an even number the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  if (middle.length === 0) throw new RangeError('nothing was measured');
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** `quantile(latencies, 0.99)`: the value that 99 % do not exceed. @throws RangeError for an empty list */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}
