export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** @throws RangeError for an empty list */
export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), lowest: quantile(values, 0), highest: quantile(values, 1) };
}

/** `quantile(latencies, 0.99)`: the value that 99 % do not exceed. @throws RangeError for an empty list */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}
