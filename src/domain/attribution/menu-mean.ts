import { POINTS } from './formula.ts';

/** The number of dishes that both states have, and the numbers of added and removed dishes. */
export interface Menu {
  readonly count: number;
  readonly came: number;
  readonly went: number;
}

/** 1 ÷ number of dishes at each of the points, and its change with one more added, or removed, dish. */
export interface MenuMean {
  readonly values: readonly number[];
  readonly addedSlopes: readonly number[];
  readonly removedSlopes: readonly number[];
}

/**
 * 1 ÷ number of dishes is not a product of causes, so its mean is used, with each dish added or removed with
 * probability t. That is a polynomial whose degree is the number of added and removed dishes, too high for the few
 * points. But its factor in the formula has a low degree, so a point gets the weight ∫ Lₖ(t) × mean(t) dt instead of ∫
 * Lₖ(t) dt, where Lₖ is Lagrange's polynomial, 1 at this point and 0 at the others.
 */
export function menuMean({ count, came, went }: Menu): MenuMean {
  const change = (by: number, menu: Menu): readonly number[] => {
    const now = meanInverses({ ...menu, count: count + by });
    return meanInverses(menu).map((old, i) => (now[i] ?? 0) - old);
  };
  return {
    values: meanInverses({ count, came, went }),
    addedSlopes: change(1, { count, came: came - 1, went }),
    removedSlopes: change(-1, { count, came, went: went - 1 }),
  };
}

const DEGREE = POINTS.length - 1;
const STEPS = Array.from({ length: POINTS.length }, (_, i) => i);
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const productOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

/** Computes the mean of 1 ÷ number of dishes for each point; empty if a count would be negative. */
function meanInverses(menu: Menu): readonly number[] {
  if (menu.came < 0 || menu.went < 0) return [];
  const all = menu.came + menu.went;
  if (all === 0) return POINTS.map(() => meanInverse(menu, 0));
  const means = Array.from({ length: all + 1 }, (_, many) => meanInverse(menu, many));
  // Over all t, every number of changes from 0 to all is equally likely: 1 ÷ (all + 1).
  const moments = STEPS.map((j) =>
    total(
      means.map((mean, many) => {
        const factors = STEPS.map((i) => (i < j ? many + 1 + i : all - many + 1 + i - j) / (all + 2 + i));
        return (mean * productOf(factors.slice(0, DEGREE))) / (all + 1);
      }),
    ),
  );
  return POINTS.map(({ weight }, k) => total(moments.map((moment, j) => moment * (LAGRANGE[k]?.[j] ?? 0))) / weight);
}

/** The mean of 1 ÷ number of dishes over all sets of `many` changes. */
function meanInverse({ count, came, went }: Menu, many: number): number {
  let mean = 0;
  for (let more = Math.max(0, many - went); more <= Math.min(came, many); more += 1) {
    const dishes = count + more - (many - more);
    const chance = Math.exp(choices(came, more) + choices(went, many - more) - choices(came + went, many));
    if (dishes > 0) mean += chance / dishes;
  }
  return mean;
}

/** The logarithm of the binomial coefficient. */
const choices = (all: number, many: number): number =>
  logFactorial(all) - logFactorial(many) - logFactorial(all - many);

const LOG_FACTORIALS = [0];
function logFactorial(n: number): number {
  for (let i = LOG_FACTORIALS.length; i <= n; i += 1) LOG_FACTORIALS.push((LOG_FACTORIALS[i - 1] ?? 0) + Math.log(i));
  return LOG_FACTORIALS[n] ?? 0;
}

/** The polynomial of each point as coefficients of tʲ(1 − t)ᴰ⁻ʲ. */
const LAGRANGE = POINTS.map(({ t }, k) =>
  POINTS.filter((_, i) => i !== k).reduce<readonly number[]>(
    (coefficients, { t: other }) =>
      Array.from(
        { length: coefficients.length + 1 },
        (_, j) => ((coefficients[j - 1] ?? 0) * (1 - other) - (coefficients[j] ?? 0) * other) / (t - other),
      ),
    [1],
  ),
);
