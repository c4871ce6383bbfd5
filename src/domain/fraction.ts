import { divideRounded } from './decimal.ts';

/** A quotient that is rounded once, at the end of the formula. */
export interface Fraction {
  readonly n: bigint;
  /** The denominator, above zero. */
  readonly d: bigint;
}

const ZERO: Fraction = { n: 0n, d: 1n };
export const ONE: Fraction = { n: 1n, d: 1n };

const add = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };

/** The fraction in lowest terms. */
export function reduced({ n, d }: Fraction): Fraction {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b > 0n) [a, b] = [b, a % b];
  return a > 1n ? { n: n / a, d: d / a } : { n, d };
}

/** Seventy-seven digits: a figure takes fewer than 800 steps, each with a relative error of at most 2⁻²⁵². */
const SIGNIFICANT_BITS = 256;

const bitLength = (n: bigint): number => 4 * (n < 0n ? -n : n).toString(16).length;

/** Shortens a long fraction to its significant bits, so that the next step costs the same whatever the numbers are. */
export function shortened({ n, d }: Fraction): Fraction {
  const [numerator, denominator] = [bitLength(n), bitLength(d)];
  if (numerator + denominator <= 4 * SIGNIFICANT_BITS) return { n, d };
  const shift = SIGNIFICANT_BITS + denominator - numerator;
  if (shift >= 0) return { n: (n << BigInt(shift)) / d, d: 1n << BigInt(shift) };
  return { n: (n / (d << BigInt(-shift))) << BigInt(-shift), d: 1n };
}

/** A value within 10⁻³⁰ of another one, relative to it, counts as equal to it. */
const NEARNESS = 10n ** 30n;

/** Rounds to an integer, half away from zero. A value near a tie counts as the tie. */
export const rounded = ({ n, d }: Fraction): bigint => divideRounded(n * (NEARNESS + 1n), d * NEARNESS);

/** Rounds up to an integer that is not below zero. A value near an integer counts as that integer. */
export function roundFractionUp({ n, d }: Fraction): bigint {
  if (n <= 0n) return 0n;
  const [numerator, denominator] = [n * (NEARNESS - 1n), d * NEARNESS];
  return (numerator + denominator - 1n) / denominator;
}

/** Adds terms up. A sum that is near zero, measured by what was added and taken away, is zero. */
export function sumOf(terms: Iterable<Fraction>): Fraction {
  // Terms with the same denominator are put together first: many dishes share a price.
  const byDenominator = new Map<bigint, bigint>();
  for (const { n, d } of terms) byDenominator.set(d, (byDenominator.get(d) ?? 0n) + n);
  let [added, taken] = [ZERO, ZERO];
  for (const [d, n] of byDenominator) {
    if (n < 0n) taken = shortened(add(taken, { n: -n, d }));
    else added = shortened(add(added, { n, d }));
  }
  const sum = add(added, { n: -taken.n, d: taken.d });
  const distance = sum.n < 0n ? -sum.n : sum.n;
  return taken.n > 0n && distance * NEARNESS <= add(added, taken).n ? ZERO : sum;
}
