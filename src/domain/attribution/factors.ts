import type { Business, Dish } from '../business/state.ts';
import { costBase } from '../figures/business-figures.ts';
import { causeKey, hasNewUnit, presenceKey, REVENUE } from './causes.ts';
import { constant, type Factor } from './product-game.ts';

/** Two states and the keys of all by which they differ. */
export interface TwoStates {
  readonly before: Business;
  readonly after: Business;
  readonly causes: ReadonlySet<string>;
}

/** 1 ÷ amount, 0 for an amount of 0: the factor over `divisor`, which both amounts are in. */
export function inverse(
  cause: string,
  before: bigint,
  after: bigint,
): { readonly factor: Factor; readonly divisor: bigint } {
  const [old, now] = [before || 1n, after || 1n];
  return { factor: { cause, before: before && now, after: after && old }, divisor: old * now };
}

export const inverseRevenue = ({ before, after }: TwoStates) =>
  inverse(REVENUE, costBase(before).averageRevenue, costBase(after).averageRevenue);

/** The amounts of one kind of cost: each that differs with its cause, and the sum of those that do not. */
function costFactors(
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
  return [...changed, constant(same.reduce((sum, each) => sum + each.before, 0n))];
}

export const fixedCostFactors = ({ before, after }: TwoStates) =>
  costFactors('fixed_cost', amounts(before.fixedCosts, 'value'), amounts(after.fixedCosts, 'value'));

export const variableCostFactors = ({ before, after }: TwoStates) =>
  costFactors('variable_cost', amounts(before.variableCosts, 'percentage'), amounts(after.variableCosts, 'percentage'));

const amounts = <Name extends string>(rows: ReadonlyMap<string, Record<Name, number>>, name: Name) =>
  new Map(Array.from(rows, ([id, row]) => [id, BigInt(row[name])]));

/** Quantity × price of one line of a recipe. */
export type LineFactors = readonly [quantity: Factor, price: Factor];

/** The lines of a dish before and after, undefined where it is not there; those that nothing changes are one. */
export function lineFactors(old: Dish | undefined, now: Dish | undefined, states: TwoStates): readonly LineFactors[] {
  const lines: LineFactors[] = [];
  let same = 0n;
  const [quantities, quantitiesNow] = [quantitiesOf(old), quantitiesOf(now)];
  const dishId = (now ?? old)?.id ?? '';
  const recipe = old && now ? causeKey('dish_recipe', dishId) : presenceKey(dishId, states.causes);
  for (const id of new Set([...quantities.keys(), ...quantitiesNow.keys()])) {
    const quantity: Factor = {
      cause: recipe,
      before: quantities.get(id) ?? 0n,
      after: quantitiesNow.get(id) ?? 0n,
    };
    const [first, second] = oneLine(quantity, id, { old, now, states });
    if (first.before === first.after && second.before === second.after) same += first.before * second.before;
    else lines.push([first, second]);
  }
  return same === 0n ? lines : [...lines, [constant(same), constant(1n)]];
}

function oneLine(
  quantity: Factor,
  ingredientId: string,
  { old, now, states }: { readonly old: Dish | undefined; readonly now: Dish | undefined; readonly states: TwoStates },
): LineFactors {
  const { before, after } = states;
  const [was, is] = [before.ingredients.get(ingredientId), after.ingredients.get(ingredientId)];
  const price: Factor = {
    cause: causeKey('ingredient', ingredientId),
    before: BigInt((was ?? is)?.unitPrice ?? 0),
    after: BigInt((is ?? was)?.unitPrice ?? 0),
  };
  if (!hasNewUnit(ingredientId, before, after)) return [quantity, price];
  if (!old || !now) return [quantity, constant(old ? price.before : price.after)];
  const cost = { before: quantity.before * price.before, after: quantity.after * price.after };
  return [{ cause: price.cause, ...cost }, constant(1n)];
}

const quantitiesOf = (dish: Dish | undefined): ReadonlyMap<string, bigint> =>
  new Map(dish?.lines.map((line) => [line.ingredientId, BigInt(line.quantity)]));
