import { isPreparation, type Recipe } from '../business/recipe/components.ts';
import type { Business, Dish, Ingredient } from '../business/state.ts';
import { isSameScope } from '../business/channel/fields.ts';
import { SCALE, type TenThousandths } from '../decimal.ts';
import { sharedCostsOf } from '../figures/business-figures.ts';
import { portionShare } from '../figures/dish-result.ts';
import { type BeforeAfter, isSameFraction, linesById, type ComparedCostings } from './compare-costings.ts';

/** One difference between two states of a business, in the owner's terms. */
export interface Cause {
  /** Kind and id in one text, which identifies and sorts causes. */
  readonly key: string;
  readonly kind: CauseKind;
  /** Id of the cost, ingredient, preparation or dish; the kind itself where only one exists. */
  readonly id: string;
  /** The channel of a channel price. */
  readonly channelId?: string;
  /** The value before and after, in ten-thousandths, for a cause with one value; null on the side that lacks it. */
  readonly from: TenThousandths | null;
  readonly to: TenThousandths | null;
}

/**
 * - `ingredient`: its price, its purchase, its yield and the conversions of its units; where its unit was replaced by
 * another one, also the quantities of recipe lines without a unit
 * - `preparation_recipe`: of a preparation that both states have, its lines, its yield and the conversions of its
 * units. An added or removed preparation is no cause, because the recipes that use it differ. Recipes that would use
 * each other in a cycle if only some of them were as they are after are one cause, under the first of their ids
 * - `fixed_cost`, `variable_cost`: added, removed or another amount
 * - `production_loss`: of the business, its default included, where some dish has none of its own
 * - `revenue`: the average over the filled months, all of them together, because an owner does not plan one month at a
 * time
 * - `dish_price`, `dish_recipe`: of a dish that is on the menu in both states
 * - `channel_price`: of such a dish in a channel that has a price of its own in one of the states
 * - `dish_portions`: of such a dish, the portions of a batch and the dish's own loss, the two factors from the cost of
 * a batch to that of a portion; `from` and `to` are portions where the loss is the same
 * - `dish_sales`: of such a dish, its sales in a mean month; `from` and `to` are quantities over all channels
 * - `mix_months`: the number of months of sales in the mix
 * - `dish`: an added or removed dish, with its price, its recipe, its portions, its loss and its sales
 * - `menu`: all added and removed dishes together, where they are too many to be told apart
 */
export type CauseKind =
  | 'ingredient'
  | 'preparation_recipe'
  | 'fixed_cost'
  | 'variable_cost'
  | 'production_loss'
  | 'revenue'
  | 'dish_price'
  | 'dish_recipe'
  | 'dish_portions'
  | 'channel_price'
  | 'dish_sales'
  | 'mix_months'
  | 'dish'
  | 'menu';

export const causeKey = (kind: CauseKind, id: string): string => `${kind} ${id}`;
export const channelPriceKey = (dishId: string, channelId: string): string =>
  causeKey('channel_price', `${dishId} ${channelId}`);
export const REVENUE = causeKey('revenue', 'revenue');
export const PRODUCTION_LOSS = causeKey('production_loss', 'production_loss');
export const MENU = causeKey('menu', 'menu');
export const MIX_MONTHS = causeKey('mix_months', 'mix_months');

/** The number of added dishes times removed dishes above which telling them apart takes too long. */
const MAX_SEPARATE_PAIRS = 20_000;

/** The causes by which `after` differs from `before`, sorted by key, so that the order depends on the states alone. */
export function causesOf(comparison: ComparedCostings): readonly Cause[] {
  const [before, after] = comparison.states;
  const causes = [
    ...amountCauses('fixed_cost', before.fixedCosts, after.fixedCosts, (cost) => cost.value),
    ...amountCauses('variable_cost', before.variableCosts, after.variableCosts, (cost) => cost.percentage),
    ...scopeCauses(before, after),
    ...revenueCause(before, after),
    ...lossCause(before, after),
    ...componentCauses(comparison),
    ...dishCauses(comparison),
  ];
  return sortCauses(causes);
}

export const sortCauses = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** The cause that brings or removes a dish that only one of the states has. */
export function presenceCauseKey(dishId: string, causes: ReadonlySet<string>): string {
  const own = causeKey('dish', dishId);
  return causes.has(own) ? own : MENU;
}

/** Cause keys of the recipes of preparations, by preparation id. */
export function preparationKeys(comparison: ComparedCostings): (id: string) => string {
  const cycles = comparison.circles();
  return (id) => causeKey('preparation_recipe', cycles.get(id) ?? id);
}

export const cause = (kind: CauseKind, id: string, from: TenThousandths | null, to: TenThousandths | null): Cause => ({
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
  amountOf: (row: Row) => TenThousandths,
): readonly Cause[] {
  const amount = (row: Row | undefined): TenThousandths | null => (row === undefined ? null : amountOf(row));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => cause(kind, id, amount(before.get(id)), amount(after.get(id))))
    .filter(({ from, to }) => from !== to);
}

/** Variable costs whose channels differ and whose percentage is the same. */
const scopeCauses = (before: Business, after: Business): readonly Cause[] =>
  [...before.variableCosts.values()].flatMap(({ id, percentage, channels }) => {
    const now = after.variableCosts.get(id);
    const isScopeChange = now?.percentage === percentage && !isSameScope(channels, now.channels);
    return isScopeChange ? [cause('variable_cost', id, percentage, percentage)] : [];
  });

function revenueCause(before: Business, after: Business): readonly Cause[] {
  const [from, to] = [before, after].map((state) => Number(sharedCostsOf(state).averageRevenue));
  return from === to ? [] : [cause('revenue', 'revenue', from ?? 0, to ?? 0)];
}

function lossCause(before: Business, after: Business): readonly Cause[] {
  const [old, now] = lossesOf([before, after]);
  const [from, to] = [Number(old), Number(now)];
  const isDefault = ({ loss }: Dish): boolean => loss === null;
  const isUsed = [before, after].some(({ dishes }) => [...dishes.values()].some(isDefault));
  return from === to || !isUsed ? [] : [cause('production_loss', 'production_loss', from, to)];
}

/** The losses of the business, for dishes without a loss of their own. */
export const lossesOf = (states: BeforeAfter<Business>): BeforeAfter<bigint> => [
  sharedCostsOf(states[0]).productionLoss,
  sharedCostsOf(states[1]).productionLoss,
];

/** Tells whether a portion is the same part of a batch, whatever the loss of the business. */
const isSamePortion = (old: Dish, now: Dish, losses: BeforeAfter<bigint>): boolean =>
  losses.every((loss) =>
    isSameFraction(portionShare(old, { productionLoss: loss }), portionShare(now, { productionLoss: loss })),
  );

/** Causes for components that dishes use: other components cannot affect a figure. */
function componentCauses(comparison: ComparedCostings): readonly Cause[] {
  const keyOf = preparationKeys(comparison);
  const { units, rescaled } = usesOf(comparison);
  const changed = new Set<string>();
  const causes: Cause[] = [];
  for (const [id, used] of units) {
    const rows = comparison.inBoth(id);
    // A component that was added or removed is part of the cause of the recipes that use it.
    if (!rows || rows[0] === rows[1]) continue;
    const [old, now] = rows;
    const hasSameValue = (unit: string): boolean => comparison.hasSameValue(id, unit);
    if (isPreparation(old) || isPreparation(now)) {
      const isSame = isPreparation(old) && isPreparation(now) && comparison.isSameRecipe(old, now);
      if (!isSame || rescaled.has(id) || ![...used].every(hasSameValue)) changed.add(keyOf(id));
    } else if (!isPricedTheSame(old, now) && (rescaled.has(id) || ![...used].every(hasSameValue)))
      causes.push(cause('ingredient', id, old.unitPrice, now.unitPrice));
  }
  return [...causes, ...Array.from(changed, (key) => causeOfKey('preparation_recipe', key))];
}

const causeOfKey = (kind: CauseKind, key: string): Cause => cause(kind, key.slice(kind.length + 1), null, null);

const isPricedTheSame = (old: Ingredient, now: Ingredient): boolean =>
  old.unit === now.unit &&
  old.unitPrice === now.unitPrice &&
  old.pack === now.pack &&
  old.yieldPercentage === now.yieldPercentage &&
  old.conversions === now.conversions;

/**
 * Components that dishes use when the recipes of both states are combined: a dish that used a preparation also uses the
 * current components of that preparation.
 * @returns the units in which each component is used; and the components whose quantities changed together with their
 * unit
 */
function usesOf(comparison: ComparedCostings) {
  const [before, after] = comparison.states;
  const units = new Map<string, Set<string>>();
  const rescaled = new Set<string>();
  const addUses = (old: Recipe | undefined, now: Recipe | undefined): void => {
    const lines = linesById(old);
    for (const line of now?.lines ?? []) {
      const was = lines.get(line.ingredientId);
      if (was && comparison.belongsToComponent(was, line) && !comparison.hasSameCost(was, line))
        rescaled.add(line.ingredientId);
    }
    [old, now].forEach((recipe, stateIndex) => {
      for (const line of recipe?.lines ?? []) {
        const known = units.get(line.ingredientId);
        const unit = comparison.unitOfLine(line, stateIndex === 0 ? 0 : 1);
        if (known) known.add(unit);
        else units.set(line.ingredientId, new Set([unit]));
      }
    });
  };
  for (const id of new Set([...before.dishes.keys(), ...after.dishes.keys()]))
    addUses(before.dishes.get(id), after.dishes.get(id));
  // Iteration over a Map includes entries added meanwhile.
  for (const id of units.keys()) {
    const [old, now] = [before.preparations.get(id), after.preparations.get(id)];
    if (old || now) addUses(old, now);
  }
  return { units, rescaled };
}

function dishCauses(comparison: ComparedCostings): readonly Cause[] {
  const [before, after] = comparison.states;
  const removed = [...before.dishes.values()].filter((dish) => !after.dishes.has(dish.id));
  const added = [...after.dishes.values()].filter((dish) => !before.dishes.has(dish.id));
  const common = [...before.dishes.values()].flatMap((old) => {
    const now = after.dishes.get(old.id);
    return now ? [{ old, now }] : [];
  });
  const losses = lossesOf(comparison.states);
  const areTooMany = (added.length + 1) * (removed.length + 1) > MAX_SEPARATE_PAIRS;
  return [
    ...(areTooMany
      ? [cause('menu', 'menu', null, null)]
      : [
          ...removed.map((dish) => cause('dish', dish.id, dish.salePrice, null)),
          ...added.map((dish) => cause('dish', dish.id, null, dish.salePrice)),
        ]),
    ...common
      .filter(({ old, now }) => old.salePrice !== now.salePrice)
      .map(({ old, now }) => cause('dish_price', old.id, old.salePrice, now.salePrice)),
    ...common.flatMap(channelPriceCauses),
    ...common
      .filter(({ old, now }) => !comparison.isSameRecipe(old, now))
      .map(({ old }) => cause('dish_recipe', old.id, null, null)),
    ...common
      .filter(({ old, now }) => !isSamePortion(old, now, losses))
      .map(({ old, now }) =>
        old.loss === now.loss
          ? cause('dish_portions', old.id, (old.portions ?? 1) * SCALE, (now.portions ?? 1) * SCALE)
          : cause('dish_portions', old.id, null, null),
      ),
  ];
}

/** Lists changed prices in channels. Both states must state each price of its own: see `normalizeForSales`. */
const channelPriceCauses = ({ old, now }: { readonly old: Dish; readonly now: Dish }): readonly Cause[] =>
  Object.entries(old.prices ?? {}).flatMap(([channelId, from]) => {
    const to = now.prices?.[channelId] ?? from;
    const key = channelPriceKey(old.id, channelId);
    return from === to ? [] : [{ key, kind: 'channel_price', id: old.id, channelId, from, to }];
  });
