import { fixedCostFields } from '../business/fixed-cost/fields.ts';
import { priceIn } from '../business/channel/channels.ts';
import type { SingleCommand } from '../business/commands.ts';
import type { Business, Ingredient } from '../business/state.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import { roundUpToGrain, type PriceGrain } from '../figures/price-grain.ts';
import { LIMITS } from '../limits.ts';
import { placeOf, monthlySales } from './simulated-sales.ts';

/**
 * Amounts that a command can change: the price of an ingredient (of its pack if it has a purchase) or of a dish, the
 * price of a dish in a further channel, a cost, the revenue of a month.
 */
export type ChangeableKind = 'ingredient' | 'dish' | 'channelPrice' | 'fixedCost' | 'variableCost' | 'month';

/** Amounts that a plan can change: those, and the monthly sales of a dish in a channel. */
export type SimulatedKind = ChangeableKind | 'sold';

/**
 * One simulated amount. `id`: for a month its number as text, for a dish in a channel the result of `dishChannelId`.
 */
export interface SimulatedAmount {
  readonly kind: SimulatedKind;
  readonly id: string;
  /** The amount when it was first simulated. */
  readonly from: TenThousandths;
  readonly to: TenThousandths;
}

/** An amount that can be simulated, with its current value. */
export interface SimulatableAmount {
  readonly kind: SimulatedKind;
  readonly id: string;
  readonly amount: TenThousandths;
}

/**
 * The command that makes a simulated amount real. Orders follow a month's revenue, so that its ticket stays the same.
 */
export function commandOf(
  { kind, id, to }: SimulatedAmount & { readonly kind: ChangeableKind },
  state: Business,
): SingleCommand {
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

/** The price of the pack, where the ingredient has one, else of one unit. */
const boughtFor = (ingredient: Ingredient | undefined): TenThousandths | undefined =>
  ingredient?.pack?.price ?? ingredient?.unitPrice;

const priceAt = (to: TenThousandths, ingredient: Ingredient | undefined) =>
  ingredient?.pack ? { pack: { ...ingredient.pack, price: to } } : { unitPrice: to };

/** Orders in proportion to revenue: 754 orders in R$ 47.215,00 become 829 in R$ 51.936,50. */
function ordersAt(
  revenue: TenThousandths,
  month: { readonly value: TenThousandths; readonly orders: number } | undefined,
): number {
  if (!month || month.value === 0) return month?.orders ?? 0;
  const orders = Number(divideRounded(BigInt(month.orders) * BigInt(revenue), BigInt(month.value)));
  return Math.min(orders, LIMITS.orders.max);
}

/** The current amount; undefined when the entity no longer exists. */
export function amountOf(
  { kind, id }: Pick<SimulatedAmount, 'kind' | 'id'>,
  state: Business,
): TenThousandths | undefined {
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
      return monthlySales(state, id);
    default:
      return kind satisfies never;
  }
}

const MAX_AMOUNTS: Readonly<Record<SimulatedKind, TenThousandths>> = {
  ingredient: LIMITS.unitPrice.max,
  dish: LIMITS.salePrice.max,
  channelPrice: LIMITS.salePrice.max,
  fixedCost: fixedCostFields.value.spec.rule.max,
  variableCost: LIMITS.variableCost.max,
  month: LIMITS.monthlyRevenue.max,
  sold: LIMITS.sold.max * SCALE,
};

/**
 * Amounts from one real on are rounded to whole cents: R$ 38,90 plus 8 % is R$ 42,01. A gram for R$ 0,0385 keeps its
 * four decimals.
 */
const CENT = 100;
const ONE_REAL = 10_000;

export interface PercentChange {
  /** A negative percentage lowers the amounts. */
  readonly percentage: TenThousandths;
  /** Prices of dishes are rounded up to this grain. */
  readonly grain?: PriceGrain | undefined;
}

/**
 * All amounts changed by the same percentage of their current value. No amount falls below zero or leaves its range.
 */
export const simulateByPercent = (all: Iterable<SimulatableAmount>, by: PercentChange): readonly SimulatedAmount[] =>
  Array.from(all, ({ kind, id, amount }) => {
    const to = Math.min(Math.max(changedBy(amount, by), 0), MAX_AMOUNTS[kind]);
    return { kind, id, from: amount, to };
  }).filter(({ from, to }) => from !== to);

function changedBy(amount: TenThousandths, { percentage, grain }: PercentChange): TenThousandths {
  if (amount === 0) return 0;
  const exact = BigInt(amount) * (HUNDRED_PERCENT_N + BigInt(percentage));
  if (grain) return roundUpToGrain(toSafeNumber(ceilingOf(exact, HUNDRED_PERCENT_N)), grain);
  const isInCents = amount >= ONE_REAL && amount % CENT === 0;
  const step = isInCents ? CENT : 1;
  return toSafeNumber(divideRounded(exact, HUNDRED_PERCENT_N * BigInt(step))) * step;
}

const ceilingOf = (n: bigint, d: bigint): bigint => (n <= 0n ? 0n : (n + d - 1n) / d);
