import { POINTS } from './diagonal.ts';

/** Dishes while none of the others has come or gone, and how many may come or go, each by itself. */
export interface Menu {
  readonly count: number;
  readonly came: number;
  readonly went: number;
}

/** 1 ÷ number of dishes at each of the points, and what one more that comes, or that goes, changes it by. */
export interface MenuMean {
  readonly values: readonly number[];
  readonly ofCame: readonly number[];
  readonly ofWent: readonly number[];
}

/**
 * 1 ÷ number of dishes is no product of causes: of it the mean is taken, each dish having come or gone with the chance t.
 * That is a polynomial of as high a degree as dishes come and go, which the few points do not follow. But what it is
 * multiplied with is of a low degree: a point counts ∫ Lₖ(t) × mean(t) dt instead of ∫ Lₖ(t) dt, where Lₖ is Lagrange's
 * polynomial, 1 at this point and 0 at the others.
 */
export function menuMean({ count, came, went }: Menu): MenuMean {
  const change = (by: number, menu: Menu): readonly number[] => {
    const now = meanInverses({ ...menu, count: count + by });
    return meanInverses(menu).map((old, i) => (now[i] ?? 0) - old);
  };
  return {
    values: meanInverses({ count, came, went }),
    ofCame: change(1, { count, came: came - 1, went }),
    ofWent: change(-1, { count, came, went: went - 1 }),
  };
}

const DEGREE = POINTS.length - 1;
const STEPS = Array.from({ length: POINTS.length }, (_, i) => i);
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const productOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

/** None where so many cannot be. */
function meanInverses(menu: Menu): readonly number[] {
  if (menu.came < 0 || menu.went < 0) return [];
  const all = menu.came + menu.went;
  if (all === 0) return POINTS.map(() => meanInverse(menu, 0));
  const means = Array.from({ length: all + 1 }, (_, many) => meanInverse(menu, many));
  // That so many of all happen, over all t, is as likely as any other number of them: one of all + 1.
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

/** The mean of 1 ÷ number of dishes when so many have come or gone, whichever they are. */
function meanInverse({ count, came, went }: Menu, many: number): number {
  let mean = 0;
  for (let more = Math.max(0, many - went); more <= Math.min(came, many); more += 1) {
    const dishes = count + more - (many - more);
    const chance = Math.exp(choices(came, more) + choices(went, many - more) - choices(came + went, many));
    if (dishes > 0) mean += chance / dishes;
  }
  return mean;
}

/** The logarithm of in how many ways so many of all can be chosen. */
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
