/** An exact quotient, so that a mean over a thousand dishes is rounded once and not a thousand times. */
export interface Fraction {
  readonly n: bigint;
  /** Above zero. */
  readonly d: bigint;
}

const ZERO: Fraction = { n: 0n, d: 1n };
export const ONE: Fraction = { n: 1n, d: 1n };

const add = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };

/** In lowest terms. */
export function reduced({ n, d }: Fraction): Fraction {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b > 0n) [a, b] = [b, a % b];
  return a > 1n ? { n: n / a, d: d / a } : { n, d };
}

/**
 * The exact sum. Terms with the same denominator are put together first and the rest is summed in pairs, then pairs of
 * pairs: with many different sale prices the common denominator grows long, and this keeps its growth to the last steps.
 */
export function sumOf(terms: Iterable<Fraction>): Fraction {
  const byDenominator = new Map<bigint, bigint>();
  for (const { n, d } of terms) byDenominator.set(d, (byDenominator.get(d) ?? 0n) + n);
  let level = Array.from(byDenominator, ([d, n]): Fraction => ({ n, d }));
  while (level.length > 1) {
    const next: Fraction[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [a = ZERO, b] = level.slice(i, i + 2);
      next.push(b ? add(a, b) : a);
    }
    level = next;
  }
  return level[0] ?? ZERO;
}
