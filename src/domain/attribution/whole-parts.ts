import type { Units } from '../decimal.ts';

const size = (n: bigint): bigint => (n < 0n ? -n : n);

/**
 * Shares as whole units that sum to `total` exactly, by largest remainder: each is cut off towards zero, and what is
 * missing goes, a unit each, to those that lost most by it. Where the shares do not sum to `total` themselves, the rest
 * is spread over them by their size first. Of opposite shares and an opposite total the parts are opposite.
 * @param shares numerators over `denominator`, sorted by what decides a tie
 */
export function wholeParts(shares: readonly bigint[], denominator: bigint, total: Units): readonly Units[] {
  const all = shares.reduce((sum, share) => sum + size(share), 0n);
  if (all === 0n) return spreadEvenly(shares.length, total);
  const rest = BigInt(total) * denominator - shares.reduce((sum, share) => sum + share, 0n);
  const whole = denominator * all;
  const exact = shares.map((share) => share * all + rest * size(share));
  const parts = exact.map((share) => share / whole); // towards zero
  const missing = BigInt(total) - parts.reduce((sum, part) => sum + part, 0n);
  const step = missing < 0n ? -1n : 1n;
  const lost = exact.map((share, i) => ({ i, size: (share % whole) * step }));
  const byLoss = lost.toSorted((a, b) => (a.size === b.size ? a.i - b.i : a.size > b.size ? -1 : 1));
  for (const { i } of byLoss.slice(0, Number(size(missing)))) parts[i] = (parts[i] ?? 0n) + step;
  return parts.map(Number);
}

/** Nothing says whose it is: a rounding that flipped although every share is zero. */
function spreadEvenly(count: number, total: Units): readonly Units[] {
  const each = Math.trunc(total / count);
  const left = Math.abs(total - each * count);
  return Array.from({ length: count }, (_, i) => each + (i < left ? Math.sign(total) : 0));
}
