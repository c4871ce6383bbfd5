import type { Units } from '../decimal.ts';

/** Shares are looked at in steps of a millionth of a unit: what plain numbers are off by is less. */
const STEPS = 2 ** 20;
const STEPS_N = BigInt(STEPS);

const size = (n: bigint): bigint => (n < 0n ? -n : n);
const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);

/**
 * Shares as whole units that sum to `total` exactly. What they are short of it, as a figure is rounded on the way, is spread
 * by their size over those that are not whole: the others have met no rounding. Then by largest remainder: each is cut off
 * towards zero, and what is missing goes, a unit each, to those that lost most by it. Of opposite shares and an opposite
 * total the parts are opposite.
 * @param shares sorted by what decides a tie
 */
export function wholeParts(shares: readonly number[], total: Units): readonly Units[] {
  const steps = shares.map((share) => BigInt(Math.round(Math.abs(share) * STEPS)) * (share < 0 ? -1n : 1n));
  const weights = weightsOf(steps);
  const all = sum(weights);
  if (all === 0n) return [];
  const rest = BigInt(total) * STEPS_N - sum(steps);
  const whole = STEPS_N * all;
  const exact = steps.map((share, i) => share * all + rest * (weights[i] ?? 0n));
  const parts = exact.map((share) => share / whole); // towards zero
  const missing = BigInt(total) - sum(parts);
  const step = missing < 0n ? -1n : 1n;
  const lost = exact.map((share, i) => ({ i, size: (share % whole) * step }));
  const byLoss = lost.toSorted((a, b) => (a.size === b.size ? a.i - b.i : a.size > b.size ? -1 : 1));
  for (const { i } of byLoss.slice(0, Number(size(missing)))) parts[i] = (parts[i] ?? 0n) + step;
  return parts.map(Number);
}

/** How much of the rest each gets; the same where nothing says whose it is. */
function weightsOf(shares: readonly bigint[]): readonly bigint[] {
  const broken = shares.map((share) => (share % STEPS_N === 0n ? 0n : size(share)));
  if (sum(broken) > 0n) return broken;
  return sum(shares.map(size)) > 0n ? shares.map(size) : shares.map(() => 1n);
}
