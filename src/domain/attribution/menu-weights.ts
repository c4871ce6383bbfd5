import { divideRounded } from '../decimal.ts';
import { FIXED, pointWeights } from './diagonal.ts';

/**
 * How much the value at each point of the diagonal counts for a polynomial of the points' degree that is divided by the
 * number of dishes, where dishes come and go, each a cause of its own: see `pointWeights`.
 */
export interface MenuWeights {
  /** For the dishes of both states, those that came, and those that went: with such a dish there. */
  readonly kept: TermWeights;
  readonly came: TermWeights;
  readonly went: TermWeights;
  /** For what is not divided by the number of dishes. */
  readonly undivided: TermWeights;
}

/** By point, over `FIXED`. */
export interface TermWeights {
  readonly divided: readonly bigint[];
  /** What another dish that comes, or one that goes, changes them by. */
  readonly ofCame: readonly bigint[];
  readonly ofWent: readonly bigint[];
}

/**
 * @param before number of dishes there were
 * @param degree of the polynomial
 */
export function menuWeights(
  { before, came, went }: Record<'before' | 'came' | 'went', number>,
  degree: number,
): MenuWeights {
  return {
    kept: termWeights({ count: before, came, went }, degree),
    came: came > 0 ? termWeights({ count: before + 1, came: came - 1, went }, degree) : NONE,
    went: went > 0 ? termWeights({ count: before, came, went: went - 1 }, degree) : NONE,
    undivided: undivided(degree),
  };
}

/** The whole menu changes at once: what came and went is one cause, here counted as one that comes. */
export function joinedMenuWeights({ before, after }: Record<'before' | 'after', number>, degree: number): MenuWeights {
  return {
    kept: termWeights({ count: before, came: 1, went: 0, step: after - before }, degree),
    came: termWeights({ count: after, came: 0, went: 0 }, degree),
    went: termWeights({ count: before, came: 0, went: 0 }, degree),
    undivided: undivided(degree),
  };
}

const undivided = (degree: number): TermWeights => termWeights({ count: 1, came: 0, went: 0 }, degree);
const NONE: TermWeights = { divided: [], ofCame: [], ofWent: [] };

interface Menu {
  /** Dishes while none of the others has come or gone. */
  readonly count: number;
  readonly came: number;
  readonly went: number;
  /** How many dishes one of `came` brings. */
  readonly step?: number;
}

function termWeights({ count, came, went, step = 1 }: Menu, degree: number): TermWeights {
  const moments = (menu: Menu): readonly bigint[] => {
    const sums = byChanged(menu);
    const sets = binomials(degree + menu.came + menu.went);
    return Array.from({ length: degree + 1 }, (_, changed) => meanQuotient(sums, changed, sets));
  };
  const difference = (menu: Menu, by: number) => {
    const now = moments({ ...menu, count: menu.count + by });
    return pointWeights(moments(menu).map((old, j) => (now[j] ?? 0n) - old));
  };
  return {
    divided: pointWeights(moments({ count, came, went, step })),
    ofCame: came > 0 ? difference({ count, came: came - 1, went, step }, step) : [],
    ofWent: went > 0 ? difference({ count, came, went: went - 1, step }, -1) : [],
  };
}

/**
 * Σ over all sets of the dishes that come or go of 1 ÷ number of dishes, by the size of the set. A set of `a` that came
 * of A and `r` that went of R is one of C(A, a) · C(R, r), and leaves count + a − r dishes.
 */
function byChanged({ count, came, went, step = 1 }: Menu): readonly bigint[] {
  const [choicesOfCame, choicesOfWent] = [binomials(came), binomials(went)];
  const sums = Array.from({ length: came + went + 1 }, () => 0n);
  choicesOfCame.forEach((ofCame, a) =>
    choicesOfWent.forEach((ofWent, r) => {
      const dishes = count + step * a - r;
      if (dishes > 0) sums[a + r] = (sums[a + r] ?? 0n) + (ofCame * ofWent * FIXED) / BigInt(dishes);
    }),
  );
  return sums;
}

/**
 * ∫ tʲ(1 − t)ᴰ⁻ʲ E[1 ÷ number of dishes](t) dt, where each dish has come or gone with the chance t: as ∫ tˢ(1 − t)ᴺ⁻ˢ dt =
 * 1 ÷ ((N + 1) · C(N, s)), a set of so many dishes counts with s = j + its size and N = D + all of them.
 * @param changed j
 * @param sets C(N, 0) … C(N, N)
 */
function meanQuotient(sums: readonly bigint[], changed: number, sets: readonly bigint[]): bigint {
  const all = BigInt(sets.length);
  return sums.reduce((mean, sum, moved) => mean + divideRounded(sum, all * (sets[changed + moved] ?? 1n)), 0n);
}

/** C(n, 0) … C(n, n). */
function binomials(n: number): readonly bigint[] {
  const row = [1n];
  for (let k = 1; k <= n; k += 1) row.push(((row[k - 1] ?? 0n) * BigInt(n - k + 1)) / BigInt(k));
  return row;
}
