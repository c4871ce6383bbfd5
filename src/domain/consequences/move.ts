import { fixedCostFields } from '../business/fixed-cost/fields.ts';
import { priceIn } from '../business/channel/channels.ts';
import type { SingleChange } from '../business/commands.ts';
import type { Business, Ingredient } from '../business/state.ts';
import { bounded, divideRounded, SCALE, type Units } from '../decimal.ts';
import { grainAtOrAbove, type PriceGrain } from '../figures/price-grain.ts';
import { HUNDRED_PERCENT } from '../figures/dish-result.ts';
import { LIMITS } from '../limits.ts';
import { placeOf, soldAMonth } from './sold-moves.ts';

/** What can be made real: the price of an ingredient (of its pack where it is bought in packs) or a dish, a cost, the revenue of a month; and what a dish costs in a channel beside the main one. */
export type ChangeableKind = 'ingredient' | 'dish' | 'channelPrice' | 'fixedCost' | 'variableCost' | 'month';

/** What can be moved in a plan: that, and how many of a dish a channel sells in a month. */
export type MoveKind = ChangeableKind | 'sold';

/** One amount that is tried. `id` of a month is its number as text, that of a dish in a channel is made by `channelPlaceId`. */
export interface Move {
  readonly kind: MoveKind;
  readonly id: string;
  /** What it was when it was moved. */
  readonly from: Units;
  readonly to: Units;
}

/** Something that can be moved, as it stands. */
export interface Movable {
  readonly kind: MoveKind;
  readonly id: string;
  readonly amount: Units;
}

/** What it would take to make the move. Orders follow a month's revenue, so that its ticket stays what it is. */
export function commandOf({ kind, id, to }: Move & { readonly kind: ChangeableKind }, state: Business): SingleChange {
  switch (kind) {
    case 'ingredient':
      return { type: 'ChangeIngredient', id, ...priceAt(to, state.ingredients.get(id)) };
    case 'dish':
      return { type: 'ChangeDish', id, salePrice: to };
    case 'channelPrice': {
      const { dishId, channelId } = placeOf(id);
      return { type: 'ChangeDish', id: dishId, prices: { [channelId]: to } };
    }
    case 'fixedCost':
      return { type: 'ChangeFixedCost', id, value: to };
    case 'variableCost':
      return { type: 'ChangeVariableCost', id, percentage: to };
    case 'month': {
      const month = Number(id);
      return { type: 'RecordMonthRevenue', month, value: to, orders: ordersAt(to, state.months.get(month)) };
    }
    default:
      return kind satisfies never;
  }
}

/** What is bought in packs is tried by the price of the pack. */
const boughtFor = (ingredient: Ingredient | undefined): Units | undefined =>
  ingredient?.purchase?.price ?? ingredient?.unitPrice;

const priceAt = (to: Units, ingredient: Ingredient | undefined) =>
  ingredient?.purchase ? { purchase: { ...ingredient.purchase, price: to } } : { unitPrice: to };

/** 754 orders in R$ 47.215,00, so 829 in R$ 51.936,50. */
function ordersAt(revenue: Units, month: { readonly value: Units; readonly orders: number } | undefined): number {
  if (!month || month.value === 0) return month?.orders ?? 0;
  const orders = Number(divideRounded(BigInt(month.orders) * BigInt(revenue), BigInt(month.value)));
  return Math.min(orders, LIMITS.orders.max);
}

/** What stands at the moment; undefined when it is not there any more. */
export function amountOf({ kind, id }: Pick<Move, 'kind' | 'id'>, state: Business): Units | undefined {
  switch (kind) {
    case 'ingredient':
      return boughtFor(state.ingredients.get(id));
    case 'dish':
      return state.dishes.get(id)?.salePrice;
    case 'channelPrice': {
      const { dishId, channelId } = placeOf(id);
      const [dish, channel] = [state.dishes.get(dishId), state.channels.get(channelId)];
      return dish && channel && !channel.isMain ? priceIn(dish, channel) : undefined;
    }
    case 'fixedCost':
      return state.fixedCosts.get(id)?.value;
    case 'variableCost':
      return state.variableCosts.get(id)?.percentage;
    case 'month':
      return state.months.get(Number(id))?.value;
    case 'sold':
      return soldAMonth(state, id);
    default:
      return kind satisfies never;
  }
}

const MAX_AMOUNTS: Readonly<Record<MoveKind, Units>> = {
  ingredient: LIMITS.unitPrice.max,
  dish: LIMITS.salePrice.max,
  channelPrice: LIMITS.salePrice.max,
  fixedCost: fixedCostFields.value.spec.rule.max,
  variableCost: LIMITS.variableCost.max,
  month: LIMITS.monthlyRevenue.max,
  sold: LIMITS.sold.max * SCALE,
};

/** In whole cents from one real on: R$ 38,90 and 8 % more is R$ 42,01. A gram for R$ 0,0385 keeps its four decimals. */
const CENT = 100;
const ONE_REAL = 10_000;

export interface PercentMove {
  /** Below zero: less. */
  readonly percentage: Units;
  /** Prices of dishes go up to the next of these. */
  readonly grain?: PriceGrain | undefined;
}

/** Everything given, changed by the same percentage of what it is now. Nothing falls below zero or leaves its range. */
export const movedBy = (all: Iterable<Movable>, by: PercentMove): readonly Move[] =>
  Array.from(all, ({ kind, id, amount }) => {
    const to = Math.min(Math.max(changedBy(amount, by), 0), MAX_AMOUNTS[kind]);
    return { kind, id, from: amount, to };
  }).filter(({ from, to }) => from !== to);

function changedBy(amount: Units, { percentage, grain }: PercentMove): Units {
  if (amount === 0) return 0;
  const exact = BigInt(amount) * (HUNDRED_PERCENT + BigInt(percentage));
  if (grain) return grainAtOrAbove(bounded(ceilingOf(exact, HUNDRED_PERCENT)), grain);
  const isInCents = amount >= ONE_REAL && amount % CENT === 0;
  const step = isInCents ? CENT : 1;
  return bounded(divideRounded(exact, HUNDRED_PERCENT * BigInt(step))) * step;
}

const ceilingOf = (n: bigint, d: bigint): bigint => (n <= 0n ? 0n : (n + d - 1n) / d);
