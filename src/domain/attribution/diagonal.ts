import { divideRounded } from '../decimal.ts';

/**
 * Every figure here is, but for its roundings, multilinear in its causes: with each cause as 0, how it was, or 1, how it
 * is, no product of the formula has a cause twice. Shapley values of such a figure F are those of its multilinear
 * extension (G. Owen, Multilinear Extensions of Games, 1972): the share of a cause is ∫₀¹ ∂F/∂cause (t, …, t) dt. Along
 * this diagonal the derivative is a polynomial of a low degree, so its values at a few points give the integral exactly.
 */

/** Numbers between are integers over this: 58 decimals. */
export const FIXED = 1n << 192n;

/** A point of the diagonal: every cause is `now` ÷ `of` as it is after, and `old` ÷ `of` as it was. */
export interface Point {
  readonly old: bigint;
  readonly now: bigint;
  readonly of: bigint;
}

/** As many points as a polynomial of this degree is known by, in even steps from one end to the other. */
export function pointsFor(degree: number): readonly Point[] {
  const of = BigInt(degree);
  return Array.from({ length: degree + 1 }, (_, k) => ({ old: of - BigInt(k), now: BigInt(k), of }));
}

/** A number that one cause changes, or, without a cause, none: before and after, as integers. */
export interface Factor {
  readonly cause: string | null;
  readonly before: bigint;
  readonly after: bigint;
}

/** A factor at a point, times `of`. */
export const factorAt = ({ before, after }: Factor, { old, now }: Point): bigint => old * before + now * after;

/**
 * By how much the value at each point counts in ∫ p(t) φ(t) dt, for any polynomial p of the points' degree: ∫ Lₖ(t) φ(t)
 * dt, where Lₖ is the Lagrange polynomial that is 1 at point k and 0 at the others, Π (D·t − m) ÷ (k − m) over m ≠ k. Put
 * as (D − m)·t − m·(1 − t), its factors multiply to a sum of tʲ(1 − t)ᴰ⁻ʲ, and swapping before and after turns the
 * weights round exactly.
 * @param moments ∫ tʲ(1 − t)ᴰ⁻ʲ φ(t) dt for j = 0 … D, over any number
 * @returns weights over the same number
 */
export function pointWeights(moments: readonly bigint[]): readonly bigint[] {
  const degree = moments.length - 1;
  return moments.map((_, k) => {
    let coefficients = [1n];
    let divisor = 1n;
    for (let m = 0; m <= degree; m += 1) {
      if (m === k) continue;
      coefficients = timesLinear(coefficients, BigInt(degree - m), BigInt(-m));
      divisor *= BigInt(k - m);
    }
    return divideRounded(
      coefficients.reduce((sum, each, j) => sum + each * (moments[j] ?? 0n), 0n),
      divisor,
    );
  });
}

/** Coefficients of tʲ(1 − t)ᴺ⁻ʲ, j = 0 … N, after multiplication by a·t + b·(1 − t). */
const timesLinear = (coefficients: readonly bigint[], a: bigint, b: bigint): bigint[] =>
  Array.from(
    { length: coefficients.length + 1 },
    (_, j) => (coefficients[j] ?? 0n) * b + (coefficients[j - 1] ?? 0n) * a,
  );

/** Shares are integers over this. */
export const SHARE = 1n << 64n;

/** Where causes get what the figure changes by with them, over `FIXED` × `FIXED`. */
export interface Tally {
  readonly give: (cause: string, amount: bigint) => void;
}

export function tally(): Tally & { readonly shares: () => ReadonlyMap<string, bigint> } {
  const sums = new Map<string, bigint>();
  return {
    give: (cause, amount) => void sums.set(cause, (sums.get(cause) ?? 0n) + amount),
    /** Over `SHARE`. */
    shares: () => new Map(Array.from(sums, ([cause, sum]) => [cause, divideRounded(sum * SHARE, FIXED * FIXED)])),
  };
}
