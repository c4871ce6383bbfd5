import type { Business, Dish } from '../business/state.ts';
import type { Units } from '../decimal.ts';
import { costBase } from '../figures/business-figures.ts';

/** One thing that differs between two states of a business, as its owner would name it. */
export interface Cause {
  /** Kind and id in one text: what causes are told apart and sorted by. */
  readonly key: string;
  readonly kind: CauseKind;
  /** Of the cost, ingredient or dish; the kind itself for revenue and menu, of which there is one. */
  readonly id: string;
  /** What differs, in units, where it is one value; null on the side where there is none. */
  readonly from: Units | null;
  readonly to: Units | null;
}

/**
 * - `ingredient`: its price, and where its unit changed the quantities that the recipes have of it
 * - `fixed_cost`, `variable_cost`: added, removed or another amount
 * - `revenue`: the average over the filled months, all of them together; an owner does not plan one month at a time
 * - `dish_price`, `dish_recipe`: of a dish that is on the menu in both states
 * - `dish`: one that came or went, with its price and its recipe
 * - `menu`: all that came and went together, where they are too many to be told apart
 */
export type CauseKind =
  'ingredient' | 'fixed_cost' | 'variable_cost' | 'revenue' | 'dish_price' | 'dish_recipe' | 'dish' | 'menu';

export const causeKey = (kind: CauseKind, id: string): string => `${kind} ${id}`;
export const REVENUE = causeKey('revenue', 'revenue');
export const MENU = causeKey('menu', 'menu');

/** With more dishes to add times dishes to remove than this, the time for telling them apart grows long. */
const TOLD_APART = 20_000;

/** The causes by which `after` differs from `before`, sorted by key: an order that the states alone decide. */
export function causesOf(before: Business, after: Business): readonly Cause[] {
  const causes = [
    ...amountCauses('fixed_cost', before.fixedCosts, after.fixedCosts, (cost) => cost.value),
    ...amountCauses('variable_cost', before.variableCosts, after.variableCosts, (cost) => cost.percentage),
    ...revenueCause(before, after),
    ...ingredientCauses(before, after),
    ...dishCauses(before, after),
  ];
  return causes.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** What has to be chosen for this dish, which only one of the states has, to be there as `after` has it. */
export function presenceKey(dishId: string, causes: ReadonlySet<string>): string {
  const own = causeKey('dish', dishId);
  return causes.has(own) ? own : MENU;
}

/** Did the unit of this ingredient change, so that its price and its quantities mean something only together? */
export function hasNewUnit(ingredientId: string, before: Business, after: Business): boolean {
  const [old, now] = [before.ingredients.get(ingredientId), after.ingredients.get(ingredientId)];
  return old !== undefined && now !== undefined && old.unit !== now.unit;
}

const cause = (kind: CauseKind, id: string, from: Units | null, to: Units | null): Cause => ({
  key: causeKey(kind, id),
  kind,
  id,
  from,
  to,
});

function amountCauses<Row>(
  kind: CauseKind,
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
  amountOf: (row: Row) => Units,
): readonly Cause[] {
  const amount = (row: Row | undefined): Units | null => (row === undefined ? null : amountOf(row));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => cause(kind, id, amount(before.get(id)), amount(after.get(id))))
    .filter(({ from, to }) => from !== to);
}

function revenueCause(before: Business, after: Business): readonly Cause[] {
  const [from, to] = [before, after].map((state) => Number(costBase(state).averageRevenue));
  return from === to ? [] : [cause('revenue', 'revenue', from ?? 0, to ?? 0)];
}

/** Those that some dish has: no other can move a figure. */
function ingredientCauses(before: Business, after: Business): readonly Cause[] {
  const used = new Set<string>();
  for (const { dishes } of [before, after])
    for (const { lines } of dishes.values()) for (const { ingredientId } of lines) used.add(ingredientId);
  return [...used].flatMap((id) => {
    const [old, now] = [before.ingredients.get(id), after.ingredients.get(id)];
    if (!old || !now) return []; // it came or went: the recipes that have it say so
    const isSame = old.unitPrice === now.unitPrice && old.unit === now.unit;
    return isSame ? [] : [cause('ingredient', id, old.unitPrice, now.unitPrice)];
  });
}

function dishCauses(before: Business, after: Business): readonly Cause[] {
  const went = [...before.dishes.values()].filter((dish) => !after.dishes.has(dish.id));
  const came = [...after.dishes.values()].filter((dish) => !before.dishes.has(dish.id));
  const kept = [...before.dishes.values()].flatMap((old) => {
    const now = after.dishes.get(old.id);
    return now ? [{ old, now }] : [];
  });
  const isTooMany = (came.length + 1) * (went.length + 1) > TOLD_APART;
  return [
    ...(isTooMany
      ? [cause('menu', 'menu', null, null)]
      : [
          ...went.map((dish) => cause('dish', dish.id, dish.salePrice, null)),
          ...came.map((dish) => cause('dish', dish.id, null, dish.salePrice)),
        ]),
    ...kept
      .filter(({ old, now }) => old.salePrice !== now.salePrice)
      .map(({ old, now }) => cause('dish_price', old.id, old.salePrice, now.salePrice)),
    ...kept
      .filter(({ old, now }) => {
        const ownQuantities = (dish: Dish) =>
          quantitiesOf(dish, (ingredientId) => !hasNewUnit(ingredientId, before, after));
        return !isSameRecipe(ownQuantities(old), ownQuantities(now));
      })
      .map(({ old }) => cause('dish_recipe', old.id, null, null)),
  ];
}

const quantitiesOf = (dish: Dish, counts: (ingredientId: string) => boolean): ReadonlyMap<string, Units> =>
  new Map(
    dish.lines
      .filter((line) => counts(line.ingredientId))
      .map(({ ingredientId, quantity }) => [ingredientId, quantity]),
  );

const isSameRecipe = (old: ReadonlyMap<string, Units>, now: ReadonlyMap<string, Units>): boolean =>
  old.size === now.size && [...old].every(([ingredientId, quantity]) => now.get(ingredientId) === quantity);
