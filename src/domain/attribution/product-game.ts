import { divideRounded } from '../decimal.ts';
import { type MenuWeights, WEIGHT } from './menu-weights.ts';

/** A number that one cause changes, or, without a cause, none: before and after, as integers. */
export interface Factor {
  readonly cause: string | null;
  readonly before: bigint;
  readonly after: bigint;
}

export const constant = (value: bigint): Factor => ({ cause: null, before: value, after: value });

/** One addend of a figure: coefficient × a × b × c ÷ divisor, and ÷ number of dishes where the weights say so. */
export interface Term {
  readonly coefficient: bigint;
  readonly divisor: bigint;
  readonly factors: readonly [Factor, Factor, Factor];
}

/** Shares are integers over this. */
export const SHARE = 1n << 64n;

/**
 * Shapley values of a sum of products, exact for any number of causes: the value of a sum is the sum of the values, and
 * in a product of three only three causes and the number of dishes play together. Of a × b × c the cause of a gets
 * (a₁ − a₀) · (2 b₀c₀ + b₀c₁ + b₁c₀ + 2 b₁c₁) ÷ 6. Swapping before and after flips every share exactly.
 */
export function productGame(weights: MenuWeights) {
  const shares = new Map<string, bigint>();
  const give = (cause: string, share: bigint): void => void shares.set(cause, (shares.get(cause) ?? 0n) + share);
  /** Of the terms of all dishes of one kind, by how many factors have changed: what dishes that come and go divide. */
  const products = { kept: noProducts(), came: noProducts(), went: noProducts(), undivided: noProducts() };
  const ownProducts = new Map<string, bigint[]>();

  /** @param dish whose term it is where it came or went: its cause */
  function add(term: Term, kind: keyof MenuWeights, dish?: string): void {
    const [a, b, c] = term.factors;
    const { ofFactor, ofCame, ofWent } = weights[kind];
    giveFactor(a, b, c);
    giveFactor(b, a, c);
    giveFactor(c, a, b);
    if (ofCame.length === 0 && ofWent.length === 0) return;
    const sums = productsOf(term);
    addTo(products[kind], sums);
    if (dish === undefined) return;
    const own = ownProducts.get(dish) ?? noProducts();
    addTo(own, sums);
    ownProducts.set(dish, own);

    function giveFactor(one: Factor, two: Factor, three: Factor): void {
      if (one.cause === null || one.before === one.after) return;
      const { before: b0, after: b1 } = two;
      const { before: c0, after: c1 } = three;
      const [none = 0n, first = 0n, both = 0n] = ofFactor;
      const rest = none * b0 * c0 + first * (b0 * c1 + b1 * c0) + both * b1 * c1;
      const share = term.coefficient * (one.after - one.before) * rest * SHARE;
      give(one.cause, divideRounded(share, term.divisor * WEIGHT));
    }
  }

  /** What a dish gets for changing the number that all other dishes are divided by. */
  function divide(cause: string, kind: 'came' | 'went'): void {
    const own = ownProducts.get(cause) ?? noProducts();
    let share = 0n;
    for (const of of ['kept', 'came', 'went'] as const) {
      const ofThis = weights[of][kind === 'came' ? 'ofCame' : 'ofWent'];
      ofThis.forEach((weight, changed) => {
        const others = (products[of][changed] ?? 0n) - (of === kind ? (own[changed] ?? 0n) : 0n);
        share += weight * others;
      });
    }
    give(cause, divideRounded(share, WEIGHT));
  }

  return { add, divide, shares: shares as ReadonlyMap<string, bigint> };
}

const noProducts = (): bigint[] => [0n, 0n, 0n, 0n];

function addTo(sums: bigint[], more: readonly bigint[]): void {
  more.forEach((product, i) => (sums[i] = (sums[i] ?? 0n) + product));
}

/** Σ of the products with none, one, two and all three of the factors as they are after. */
function productsOf({ coefficient, divisor, factors: [a, b, c] }: Term): readonly bigint[] {
  const { before: a0, after: a1 } = a;
  const { before: b0, after: b1 } = b;
  const { before: c0, after: c1 } = c;
  return [
    a0 * b0 * c0,
    a1 * b0 * c0 + a0 * b1 * c0 + a0 * b0 * c1,
    a1 * b1 * c0 + a1 * b0 * c1 + a0 * b1 * c1,
    a1 * b1 * c1,
  ].map((product) => divideRounded(coefficient * product * SHARE, divisor));
}
