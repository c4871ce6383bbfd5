import type { FixedCost } from './fixed-cost/fields.ts';
import type { EntityKind } from './entity-fields.ts';
import type { VariableCost } from './variable-cost/fields.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings/fields.ts';
import type { ChannelSales } from './sales/fields.ts';
import type { Preparation } from './recipe/preparation-fields.ts';
import type { MonthRevenue } from './month/fields.ts';
import type { Ingredient } from './ingredient/fields.ts';
import type { Dish } from './recipe/dish-fields.ts';
import type { Channel } from './channel/fields.ts';
import type { TenThousandths } from '../decimal.ts';
import type { IngredientPurchase, IngredientMerge, Purchase, ManualPrice } from './purchase/fields.ts';
import type { Supplier } from './supplier/fields.ts';

export type { RecipeLine } from './recipe/line.ts';
export type {
  Channel,
  ChannelSales,
  Dish,
  FixedCost,
  Ingredient,
  MonthRevenue,
  Preparation,
  Purchase,
  Settings,
  Supplier,
  VariableCost,
};

/** One business folded from its stream. Immutable: `fold` returns a new one. Maps are in order of `sequence`. */
export interface Business {
  readonly ownerId: string | null;
  readonly erased: boolean;
  /** The number of events folded so far. In the browser, which has lists without events, a number above all indexes. */
  readonly sequence: number;
  readonly fixedCosts: ReadonlyMap<string, FixedCost>;
  readonly variableCosts: ReadonlyMap<string, VariableCost>;
  /** The revenue of each month, by its number, 1–12. A month is a slot: next January replaces this one. */
  readonly months: ReadonlyMap<number, MonthRevenue>;
  /** The highest version of a cleared month: a new record continues above it, so that no old version matches. */
  readonly clearedVersion: number;
  readonly ingredients: ReadonlyMap<string, Ingredient>;
  readonly preparations: ReadonlyMap<string, Preparation>;
  readonly dishes: ReadonlyMap<string, Dish>;
  /** The average sale per order as the owner entered it, used when no month has both revenue and orders. */
  readonly statedTicket: TenThousandths | null;
  readonly settings: Settings;
  /** The channels, of which exactly one is the main one; empty while sales are not divided into channels. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** The sales, by month and channel: see `salesKey`. */
  readonly sales: ReadonlyMap<string, ChannelSales>;
  readonly suppliers: ReadonlyMap<string, Supplier>;
  /** Purchases that have not been taken back. A browser has none of them, only the prices that follow from them. */
  readonly purchases: ReadonlyMap<string, Purchase>;
  /** The purchases of each ingredient, keyed by its id, sorted by date and then by the order of entry. */
  readonly purchasesByIngredient: ReadonlyMap<string, readonly IngredientPurchase[]>;
  /** Prices entered by hand for ingredients that have, or had, purchases; keyed by ingredient id. */
  readonly manualPrices: ReadonlyMap<string, ManualPrice>;
  /** Ingredients that were merged into another one, keyed by their own id. */
  readonly mergedIngredients: ReadonlyMap<string, IngredientMerge>;
  /** The purchase that was taken back last: the reply to that request compares prices with and without it. */
  readonly lastTakenBackPurchase: Purchase | null;
  /** The value of the stock at the end of a month, keyed by YYYY-MM. */
  readonly stockValues: ReadonlyMap<string, TenThousandths>;
  /** Kinds of removed entities, keyed by id. Ids are never reused, because sales and history still refer to them. */
  readonly removed: ReadonlyMap<string, EntityKind>;
}

export const emptyBusiness: Business = {
  ownerId: null,
  erased: false,
  sequence: 0,
  fixedCosts: new Map(),
  variableCosts: new Map(),
  months: new Map(),
  clearedVersion: 0,
  ingredients: new Map(),
  preparations: new Map(),
  dishes: new Map(),
  statedTicket: null,
  settings: DEFAULT_SETTINGS,
  channels: new Map(),
  sales: new Map(),
  suppliers: new Map(),
  purchases: new Map(),
  purchasesByIngredient: new Map(),
  manualPrices: new Map(),
  mergedIngredients: new Map(),
  lastTakenBackPurchase: null,
  stockValues: new Map(),
  removed: new Map(),
};

/** Estimated memory in entities (a cost, a month, an ingredient) of about 400 bytes each. */
export function sizeOf(business: Business): number {
  const { fixedCosts, variableCosts, months, ingredients, preparations, dishes, channels, sales, purchases } = business;
  const lists = fixedCosts.size + variableCosts.size + months.size + ingredients.size + channels.size;
  let bought = 0;
  for (const { lines } of purchases.values()) bought += lines.length + 1;
  let sold = 0;
  for (const { rows } of sales.values()) sold += rows.length;
  return lists + bought + ENTITIES_PER_RECIPE * (dishes.size + preparations.size) + Math.ceil(sold / SALES_PER_ENTITY);
}

const ENTITIES_PER_RECIPE = 6;
/** Sales of one dish in one month and channel take 74 bytes, a fifth of an entity. */
const SALES_PER_ENTITY = 5;
