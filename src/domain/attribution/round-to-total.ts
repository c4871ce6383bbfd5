import type { TenThousandths } from '../decimal.ts';

/** Shares are compared in steps of a millionth of a unit, which exceeds their floating-point error. */
const STEPS = 2 ** 20;
const STEPS_N = BigInt(STEPS);

const size = (n: bigint): bigint => (n < 0n ? -n : n);
const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);

/**
 * Rounds shares to whole units that sum to `total` exactly. The difference to the total, caused by roundings of the
 * figure, is spread by size over the shares that are not whole, because the others were not rounded. The rest is
 * distributed by largest remainder: each share is truncated towards zero, and the missing units go, one each, to the
 * shares that lost most. Opposite shares with an opposite total give opposite parts.
 * @param shares sorted by the key that decides ties
 */
export function roundToTotal(shares: readonly number[], total: TenThousandths): readonly TenThousandths[] {
  const steps = shares.map((share) => BigInt(Math.round(Math.abs(share) * STEPS)) * (share < 0 ? -1n : 1n));
  const weights = weightsOf(steps);
  const all = sum(weights);
  if (all === 0n) return [];
  const rest = BigInt(total) * STEPS_N - sum(steps);
  const whole = STEPS_N * all;
  const exact = steps.map((share, i) => share * all + rest * (weights[i] ?? 0n));
  const parts = exact.map((share) => share / whole); // Truncates towards zero.
  const missing = BigInt(total) - sum(parts);
  const step = missing < 0n ? -1n : 1n;
  const losses = exact.map((share, i) => ({ i, size: (share % whole) * step }));
  const byLoss = losses.toSorted((a, b) => (a.size === b.size ? a.i - b.i : a.size > b.size ? -1 : 1));
  for (const { i } of byLoss.slice(0, Number(size(missing)))) parts[i] = (parts[i] ?? 0n) + step;
  return parts.map(Number);
}

/** The weight of each share in distributing the difference; equal weights where all shares are whole. */
function weightsOf(shares: readonly bigint[]): readonly bigint[] {
  const fractional = shares.map((share) => (share % STEPS_N === 0n ? 0n : size(share)));
  if (sum(fractional) > 0n) return fractional;
  return sum(shares.map(size)) > 0n ? shares.map(size) : shares.map(() => 1n);
}
