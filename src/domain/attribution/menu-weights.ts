import { divideRounded } from '../decimal.ts';

/**
 * How the orders in which causes can happen weigh a product of three factors divided by the number of dishes, where each
 * factor has one cause and dishes come and go, each a cause of its own.
 */
export interface MenuWeights {
  /** For the dishes of both states, those that came, and those that went: with such a dish there. */
  readonly kept: TermWeights;
  readonly came: TermWeights;
  readonly went: TermWeights;
  /** For what is not divided by the number of dishes. */
  readonly undivided: TermWeights;
}

/** Fixed-point quotients: integers over `WEIGHT`. */
export interface TermWeights {
  /** Of the change of one factor, by how many of the two others have changed already. */
  readonly ofFactor: readonly bigint[];
  /** Of the product, by how many factors have changed, for another dish that comes and for another that goes. */
  readonly ofCame: readonly bigint[];
  readonly ofWent: readonly bigint[];
}

export const WEIGHT = 1n << 128n;

/** @param before number of dishes there were */
export function menuWeights({ before, came, went }: Record<'before' | 'came' | 'went', number>): MenuWeights {
  return {
    kept: termWeights({ count: before, came, went }),
    came: came > 0 ? termWeights({ count: before + 1, came: came - 1, went }) : NONE,
    went: went > 0 ? termWeights({ count: before, came, went: went - 1 }) : NONE,
    undivided: UNDIVIDED,
  };
}

/** The whole menu changes at once: what came and went is one cause, here counted as one that comes. */
export function joinedMenuWeights({ before, after }: Record<'before' | 'after', number>): MenuWeights {
  return {
    kept: termWeights({ count: before, came: 1, went: 0, step: after - before }),
    came: termWeights({ count: after, came: 0, went: 0 }),
    went: termWeights({ count: before, came: 0, went: 0 }),
    undivided: UNDIVIDED,
  };
}

const UNDIVIDED = termWeights({ count: 1, came: 0, went: 0 });
const NONE: TermWeights = { ofFactor: [], ofCame: [], ofWent: [] };

interface Menu {
  /** Dishes while none of the others has come or gone. */
  readonly count: number;
  readonly came: number;
  readonly went: number;
  /** How many dishes one of `came` brings. */
  readonly step?: number;
}

function termWeights({ count, came, went, step = 1 }: Menu): TermWeights {
  const steps = (causes: number, menu: Menu) => {
    const sums = byChanged(menu);
    const sets = binomials(causes + menu.came + menu.went - 1);
    return Array.from({ length: causes }, (_, changed) => meanQuotient(sums, changed, sets));
  };
  const difference = (menu: Menu, by: number) => {
    const now = steps(4, { ...menu, count: menu.count + by });
    return steps(4, menu).map((old, i) => (now[i] ?? 0n) - old);
  };
  return {
    ofFactor: steps(3, { count, came, went, step }),
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
      if (dishes > 0) sums[a + r] = (sums[a + r] ?? 0n) + (ofCame * ofWent * WEIGHT) / BigInt(dishes);
    }),
  );
  return sums;
}

/**
 * The mean of 1 ÷ number of dishes times the chance that, in a random order of all causes, exactly those sets and
 * `changed` certain causes of the product stand before this one: of N causes a set of s does so with the chance
 * s! (N − 1 − s)! ÷ N! = 1 ÷ (N · C(N − 1, s)).
 * @param sets C(N − 1, 0) … C(N − 1, N − 1)
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
