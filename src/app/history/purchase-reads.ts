import { purchaseBody, movesBody } from '#contract/entities/purchase.ts';
import { stockValueBodies } from '#contract/entities/stock-value.ts';
import type { CmvBody } from '#contract/entities/stock-value.schema.ts';
import { supplierBody } from '#contract/entities/supplier.ts';
import { dayOf, endOfDay, type RequestedMoment } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { notFound, toRefusedCall, invalidInput } from '#contract/refused-calls.ts';
import { entityOf } from '#domain/business/event-entities.ts';
import { isAbout, traitsOf } from '#domain/business/event-traits.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { FIRST_MONTH } from '#domain/business/month/fields.ts';
import { isFoodLine, type Purchase } from '#domain/business/purchase/fields.ts';
import { costWithCharges, currentIngredientId } from '#domain/business/purchase/prices.ts';
import { withoutPurchase } from '#domain/business/purchase/purchase.ts';
import type { Business } from '#domain/business/state.ts';
import { purchaseEffects } from '#domain/consequences/dish-consequences.ts';
import { toSafeNumber, divideRounded, fromTenThousandths, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { monthsBefore } from '#domain/figures/mix.ts';
import { rounded, sumOf } from '#domain/fraction.ts';
import { businessAsOf, type BusinessHistory, type HistoryRead, RefusedRead } from './business-history.ts';

const PAGE_SIZE = 100;

interface MomentInput {
  readonly query: { readonly as_of?: RequestedMoment | undefined };
  readonly now: Date;
}

const businessAt = (history: BusinessHistory, { query: { as_of }, now }: MomentInput): Business =>
  as_of ? businessAsOf(history, as_of, now) : history.business();

/** Sorts by date, newest first; purchases of one day by entry, last first. */
const compareNewestFirst = (a: Purchase, b: Purchase): number =>
  a.date === b.date ? b.sequence - a.sequence : a.date < b.date ? 1 : -1;

/** Tells whether a line of the purchase is of this ingredient, even one that counts for no price. */
const namesIngredient = (business: Business, { lines }: Purchase, ingredientId: string): boolean =>
  lines.some((line) => line.ingredientId !== null && currentIngredientId(business, line.ingredientId) === ingredientId);

/** @throws RefusedRead if the purchase `before` does not exist */
export const listPurchases: HistoryRead<OwnerContract['listPurchases']> = (history, call) => {
  const { from = '', to = '9999-12-31', supplier_id, ingredient_id, before } = call.query;
  const business = businessAt(history, call);
  const lastOfPreviousPage = before === undefined ? undefined : business.purchases.get(before);
  if (before !== undefined && !lastOfPreviousPage)
    throw new RefusedRead(invalidInput({ before: 'Esta compra não está mais lançada.' }));
  const isListed = (purchase: Purchase): boolean =>
    purchase.date >= from &&
    purchase.date <= to &&
    (supplier_id === undefined || purchase.supplierId === supplier_id) &&
    (ingredient_id === undefined || namesIngredient(business, purchase, ingredient_id)) &&
    (lastOfPreviousPage === undefined || compareNewestFirst(purchase, lastOfPreviousPage) > 0);
  return [...business.purchases.values()]
    .filter(isListed)
    .toSorted(compareNewestFirst)
    .slice(0, PAGE_SIZE)
    .map((purchase) => purchaseBody(purchase, business));
};

/** A purchase, with its effects when it was entered or restored. @throws RefusedRead */
export const purchase: HistoryRead<OwnerContract['purchase']> = (history, call) => {
  const { id } = call.params;
  const { as_of } = call.query;
  const business = businessAt(history, call);
  const row = business.purchases.get(id);
  if (!row) throw new RefusedRead(notFound);
  const last = history.events
    .slice(0, as_of && history.countAt(as_of.end))
    .findLastIndex(({ event }) => isAbout(event, 'purchase') && event.data.id === id);
  const after = history.business(last + 1);
  // A restored purchase finds the ingredients that it had created.
  const isRestored = history.events[last]?.event.type === 'PurchaseRestored';
  const entered = isRestored ? { ...row, newIngredients: [] } : row;
  const moves = purchaseEffects(withoutPurchase(after, row), after, entered);
  return { ...purchaseBody(row, business), moved: movesBody(moves, after) };
};

export const listSuppliers: HistoryRead<OwnerContract['listSuppliers']> = (history, call) => {
  const business = businessAt(history, call);
  return [...business.suppliers.values()].map((supplier) => supplierBody(supplier, business));
};

export const listStockValues: HistoryRead<OwnerContract['listStockValues']> = (history, call) =>
  stockValueBodies(businessAt(history, call));

/**
 * Real CMV = opening stock + purchases − closing stock, beside the planned one. @throws RefusedRead for a future month
 */
export const monthCmv: HistoryRead<OwnerContract['monthCmv']> = (history, call) => {
  const { month } = call.params;
  const { query, now } = call;
  if (month < FIRST_MONTH) throw new RefusedRead(toRefusedCall({ refusal: 'month_too_early', month }));
  if (month > dayOf(now).slice(0, 7)) throw new RefusedRead(toRefusedCall({ refusal: 'month_to_come', month }));
  const business = businessAt(history, call);
  const end = endOfMonth(month);
  const until = query.as_of && query.as_of.end < end ? query.as_of.end : end;
  const opening = business.stockValues.get(monthsBefore(month, 1)) ?? null;
  const closing = business.stockValues.get(month) ?? null;
  const bought = foodSpending(business, month);
  const planned = plannedCost(history, business, { month, until });
  const real = opening === null || closing === null || bought === null ? null : opening + bought - closing;
  const difference = real === null || planned === null ? null : real - planned;
  const inputs: Readonly<Record<CmvBody['missing'][number], TenThousandths | null>> = {
    opening,
    closing,
    sales: planned,
    purchases: bought,
  };
  return {
    month,
    planned: numberOf(planned),
    real: numberOf(real),
    difference: numberOf(difference),
    difference_percentage:
      planned && difference !== null ? fromTenThousandths(percentageOf(difference, planned)) : null,
    opening: numberOf(opening),
    closing: numberOf(closing),
    purchases: numberOf(bought),
    missing: (['opening', 'closing', 'sales', 'purchases'] as const).filter((input) => inputs[input] === null),
  };
};

const numberOf = (amount: TenThousandths | null): number | null =>
  amount === null ? null : fromTenThousandths(amount);

const percentageOf = (part: TenThousandths, whole: TenThousandths): TenThousandths =>
  toSafeNumber(divideRounded(BigInt(part) * 100n * BigInt(SCALE), BigInt(whole)));

/** The last millisecond of a month in São Paulo. */
function endOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return endOfDay(`${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`);
}

/** The spending on ingredients in a month, with its share of freight and discount; null if nothing was bought. */
function foodSpending({ purchases }: Business, month: string): TenThousandths | null {
  const costs = [...purchases.values()].flatMap((each) => {
    const lines = each.date.startsWith(month) ? each.lines.filter(isFoodLine) : [];
    return lines.length > 0 ? [costWithCharges(each, lines)] : [];
  });
  return costs.length === 0 ? null : toSafeNumber(rounded(sumOf(costs)));
}

/** Σ sold quantity × the dish's cost in its channel at the end of the month; null if nothing was sold. */
function plannedCost(
  history: BusinessHistory,
  { sales }: Business,
  { month, until }: { readonly month: string; readonly until: string },
): TenThousandths | null {
  const sets = [...sales.values()].filter((set) => set.month === month && set.rows.length > 0);
  if (sets.length === 0) return null;
  const count = history.countAt(until);
  const atEnd = history.business(count);
  const sold = sets.flatMap(({ channelId, rows }) => rows.map((row) => ({ ...row, channelId })));
  const outside = costsOutsideMonth(
    history,
    sold.filter(({ dishId }) => !atEnd.dishes.has(dishId)),
    count,
  );
  const costs = dishCosts(atEnd);
  const sum = sold.reduce(
    (total, row) => total + BigInt(row.quantity) * BigInt(outside.get(row) ?? costs(row) ?? 0),
    0n,
  );
  return toSafeNumber(sum);
}

interface SoldDish {
  readonly dishId: string;
  readonly channelId: string;
}

/** The CMV of dishes in a channel, or in the main one if it does not exist; undefined for an unknown dish. */
function dishCosts(business: Business): (sold: SoldDish) => TenThousandths | undefined {
  const [costing, sharedCosts] = [createCosting(business), sharedCostsOf(business)];
  return ({ dishId, channelId }) => {
    const dish = business.dishes.get(dishId);
    if (!dish) return undefined;
    const { figures } = dishFigures(dish, costing, sharedCosts);
    return figures.channels.find((channel) => channel.channelId === channelId)?.cmv ?? figures.cmv;
  };
}

/**
 * The CMV of dishes that did not exist at the end of a month, which is after `count` events: the last one before the
 * removal, or else the first one. The events are read once for all dishes.
 */
function costsOutsideMonth(
  history: BusinessHistory,
  sold: readonly SoldDish[],
  count: number,
): ReadonlyMap<SoldDish, TenThousandths> {
  if (sold.length === 0) return new Map();
  const removed = lastCosts(history, sold, count);
  const added = sold.filter((each) => !removed.has(each));
  return new Map([...removed, ...firstCosts(history, added, count)]);
}

/** The CMV of dishes just before they were removed for the last time in the first `count` events. */
function lastCosts(
  history: BusinessHistory,
  sold: readonly SoldDish[],
  count: number,
): ReadonlyMap<SoldDish, TenThousandths> {
  const costs = new Map<SoldDish, TenThousandths>();
  const events = history.events.slice(0, count);
  const removedIds = new Set(events.flatMap(({ event }) => (event.type === 'DishRemoved' ? [event.data.id] : [])));
  if (!sold.some(({ dishId }) => removedIds.has(dishId))) return costs;
  const { add, business } = stateBuilder();
  for (const { event } of events) {
    if (event.type === 'DishRemoved') {
      const cmvOf = dishCosts(business);
      for (const each of sold) if (each.dishId === event.data.id) costs.set(each, cmvOf(each) ?? 0);
    }
    add(event);
  }
  return costs;
}

/**
 * The first CMV of dishes that were added after the first `count` events: the recipe is the one of the dish's first
 * day, at that day's prices before anything else changed them. An event of another dish cannot change a dish's cost.
 */
function firstCosts(
  history: BusinessHistory,
  sold: readonly SoldDish[],
  count: number,
): ReadonlyMap<SoldDish, TenThousandths> {
  const { add, business } = stateBuilder(history.business(count));
  const costs = new Map<SoldDish, TenThousandths>();
  const pending = new Set(sold);
  const lastInstants = new Map<string, string>();
  for (const { event, at } of history.events.slice(count)) {
    if (pending.size === 0) break;
    add(event);
    const { changesFigures } = traitsOf(event);
    const entity = entityOf(event);
    const ownDish =
      entity?.kind === 'dish' ? entity.id : entity?.kind === 'dish_ingredient' ? entity.dishId : undefined;
    const cmvOf = dishCosts(business);
    for (const each of pending) {
      const { dishId } = each;
      const lastInstant = lastInstants.get(dishId);
      const isOwn = ownDish === dishId;
      if (lastInstant !== undefined && at > lastInstant) pending.delete(each);
      else if (changesFigures && business.dishes.has(dishId) && (isOwn || ownDish === undefined)) {
        lastInstants.set(dishId, lastInstant ?? endOfDay(dayOf(at)));
        const [before, cost] = [costs.get(each) ?? 0, cmvOf(each) ?? 0];
        if (!isOwn && before > 0 && cost !== before) pending.delete(each);
        else costs.set(each, cost);
      }
    }
  }
  return costs;
}
