import type { Units } from '../decimal.ts';

/** The most causes that are enumerated: 256 mixed states. */
export const MAX_ENUMERATED = 8;

/**
 * Shapley values of a figure over few causes, by its value in every mixed state: a cause's share is the mean, over all
 * orders in which the causes could have happened, of what the figure changes by when it is this one's turn.
 * @param valueOf the figure with the chosen causes as they are after
 * @returns shares as exact quotients of one common denominator, in the order of `keys`; they sum to the whole difference
 */
export function enumeratedShares(
  keys: readonly string[],
  valueOf: (chosen: ReadonlySet<string>) => Units,
): { readonly shares: readonly bigint[]; readonly denominator: bigint } {
  const states = 2 ** keys.length;
  const values = Array.from({ length: states }, (_, mask) =>
    BigInt(valueOf(new Set(keys.filter((_key, i) => mask & (1 << i))))),
  );
  const factorials = keys.reduce<bigint[]>((all, _, i) => [...all, (all[i] ?? 1n) * BigInt(i + 1)], [1n]);
  const factorial = (n: number): bigint => factorials[n] ?? 1n;
  const shares = keys.map((_, i) => {
    let share = 0n;
    for (let mask = 0; mask < states; mask += 1) {
      if (mask & (1 << i)) continue;
      const orders = factorial(bitsIn(mask)) * factorial(keys.length - 1 - bitsIn(mask));
      share += orders * ((values[mask | (1 << i)] ?? 0n) - (values[mask] ?? 0n));
    }
    return share;
  });
  return { shares, denominator: factorial(keys.length) };
}

function bitsIn(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
}
