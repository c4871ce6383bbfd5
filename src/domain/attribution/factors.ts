import type { Business, Dish } from '../business/state.ts';
import { costBase } from '../figures/business-figures.ts';
import { HUNDRED_PERCENT } from '../figures/dish-result.ts';
import { causeKey, type CauseKind, PRODUCTION_LOSS, REVENUE } from './causes.ts';
import { type Factor, factorAt, FIXED, type Point, type Tally } from './diagonal.ts';
import { lossesOf, portionTable } from './portion-table.ts';
import type { Both, TwoKitchens } from './two-kitchens.ts';

/** Two states and the keys of all by which they differ. */
export interface TwoStates {
  readonly before: Business;
  readonly after: Business;
  readonly kitchens: TwoKitchens;
  readonly causes: ReadonlySet<string>;
}

/** A factor over a divisor. */
export interface Quotient {
  readonly factor: Factor;
  readonly divisor: bigint;
}

/** 1 ÷ amount, 0 for an amount of 0: the factor over `divisor`, which both amounts are in. */
export function inverse(cause: string, before: bigint, after: bigint): Quotient {
  const [old, now] = [before || 1n, after || 1n];
  return { factor: { cause, before: before && now, after: after && old }, divisor: old * now };
}

/** What fixed and variable costs leave of every sale: 1 − Σ variable percentages − Σ fixed costs ÷ average revenue. */
export interface Overhead {
  /** Over `FIXED`. */
  readonly leftAt: (point: Point) => bigint;
  /**
   * Gives to the costs and to the revenue what they change of it.
   * @param amount that it is a share of, times the point's weight, over `FIXED`
   */
  readonly give: (point: Point, amount: bigint, tally: Tally) => void;
}

/** Costs and revenue: so many causes are multiplied with each other. */
export const OVERHEAD_DEGREE = 2;

export function overhead({ before, after }: TwoStates): Overhead {
  const fixed = costFactors('fixed_cost', amounts(before.fixedCosts, 'value'), amounts(after.fixedCosts, 'value'));
  const variable = costFactors(
    'variable_cost',
    amounts(before.variableCosts, 'percentage'),
    amounts(after.variableCosts, 'percentage'),
  );
  const revenue = inverse(REVENUE, costBase(before).averageRevenue, costBase(after).averageRevenue);
  const [fixedSum, variableSum] = [sumOf(fixed), sumOf(variable)];
  return {
    leftAt(point) {
      const { of } = point;
      const shareOfFixed =
        (FIXED * factorAt(fixedSum, point) * factorAt(revenue.factor, point)) / (of * of * revenue.divisor);
      return FIXED - (FIXED * factorAt(variableSum, point)) / (of * HUNDRED_PERCENT) - shareOfFixed;
    },
    give(point, amount, tally) {
      const overRevenue = point.of * revenue.divisor;
      for (const { cause, before: old, after: now } of variable)
        if (cause !== null) tally.give(cause, -(amount * (now - old) * FIXED) / HUNDRED_PERCENT);
      for (const { cause, before: old, after: now } of fixed)
        if (cause !== null)
          tally.give(cause, -(amount * (now - old) * factorAt(revenue.factor, point) * FIXED) / overRevenue);
      const { before: old, after: now } = revenue.factor;
      if (old !== now) tally.give(REVENUE, -(amount * factorAt(fixedSum, point) * (now - old) * FIXED) / overRevenue);
    },
  };
}

/** The amounts of one kind of cost: each that differs with its cause, and the sum of those that do not. */
export function costFactors(
  kind: 'fixed_cost' | 'variable_cost',
  before: ReadonlyMap<string, bigint>,
  after: ReadonlyMap<string, bigint>,
): readonly Factor[] {
  const all = [...new Set([...before.keys(), ...after.keys()])].map((id): Factor => ({
    cause: causeKey(kind, id),
    before: before.get(id) ?? 0n,
    after: after.get(id) ?? 0n,
  }));
  const changed = all.filter((each) => each.before !== each.after);
  const same = all.filter((each) => each.before === each.after);
  return [...changed, { ...sumOf(same), cause: null }];
}

const sumOf = (factors: readonly Factor[]): Factor => ({
  cause: null,
  before: factors.reduce((sum, { before }) => sum + before, 0n),
  after: factors.reduce((sum, { after }) => sum + after, 0n),
});

export const amounts = <Name extends string>(rows: ReadonlyMap<string, Record<Name, number>>, name: Name) =>
  new Map(Array.from(rows, ([id, row]) => [id, BigInt(row[name])]));

/** What the cost of a dish's batch is multiplied by in a figure, at a point of the diagonal. All over `FIXED`. */
export interface BatchFactor {
  readonly value: bigint;
  /** Its derivatives. */
  readonly changes: readonly (readonly [cause: string, by: bigint])[];
}

/**
 * (100 % + loss) ÷ 100 % ÷ portions × another number.
 * @param times the other number: by its cause, and as a plain multiple
 */
export function batchFactor(
  dishes: Both<Dish>,
  times: Quotient & { readonly multiple: bigint },
  { before, after, causes }: TwoStates,
): (point: Point) => BatchFactor {
  const { numerators, divisor } = portionTable(dishes, lossesOf([before, after]));
  const [[a, b], [c, d]] = numerators;
  const portions = causeKey('dish_portions', dishes[0].id);
  return (point) => {
    const { old, now, of } = point;
    const other = factorAt(times.factor, point);
    const scale = FIXED * times.multiple;
    const whole = of * of * of * divisor * times.divisor;
    const share = old * (old * a + now * b) + now * (old * c + now * d);
    const given = (cause: string | null, change: bigint) =>
      cause === null || !causes.has(cause) || change === 0n ? [] : [[cause, (scale * of * change) / whole] as const];
    return {
      value: (scale * share * other) / whole,
      changes: [
        ...given(times.factor.cause, share * (times.factor.after - times.factor.before)),
        ...given(portions, (old * (c - a) + now * (d - b)) * other),
        ...given(PRODUCTION_LOSS, (old * (b - a) + now * (d - c)) * other),
      ],
    };
  };
}

/** Most causes that batch factors multiply with each other: a price, portions and the business's loss. */
export function batchFactorDegree(causes: ReadonlySet<string>): number {
  return kindsAmong(causes, ['dish_price', 'dish_portions', 'production_loss']);
}

/** How many of these kinds some cause is of. */
export function kindsAmong(causes: ReadonlySet<string>, kinds: readonly CauseKind[]): number {
  const there = new Set(Array.from(causes, (key) => key.slice(0, key.indexOf(' '))));
  return kinds.filter((kind) => there.has(kind)).length;
}
