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
import type { Units } from '../decimal.ts';
import type { IngredientPurchase, MergedIngredient, Purchase, TypedPrice } from './purchase/fields.ts';
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

/** One business folded from its stream. Immutable: `evolve` returns a new one. Maps are in order of `sequence`. */
export interface Business {
  readonly ownerId: string | null;
  readonly erased: boolean;
  /** Number of events folded so far. */
  readonly sequence: number;
  readonly fixedCosts: ReadonlyMap<string, FixedCost>;
  readonly variableCosts: ReadonlyMap<string, VariableCost>;
  /** Keyed by month, 1–12. A month is a slot: next January replaces this one. */
  readonly months: ReadonlyMap<number, MonthRevenue>;
  /** The highest version of a cleared month: a new record continues above it, so that no old version matches. */
  readonly clearedVersion: number;
  readonly ingredients: ReadonlyMap<string, Ingredient>;
  readonly preparations: ReadonlyMap<string, Preparation>;
  readonly dishes: ReadonlyMap<string, Dish>;
  /** Average ticket as stated by the owner, used when no month has both revenue and orders. */
  readonly statedTicket: Units | null;
  readonly settings: Settings;
  /** Empty while sales are not divided into channels; otherwise exactly one channel is the main one. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** Keyed by month and channel, see `salesKey`. */
  readonly sales: ReadonlyMap<string, ChannelSales>;
  readonly suppliers: ReadonlyMap<string, Supplier>;
  /** Those that stand. A browser has none of them: it has the prices that they gave. */
  readonly purchases: ReadonlyMap<string, Purchase>;
  /** The purchases that stand by ingredient id, the oldest day first, of one day the one entered first. */
  readonly purchasesOf: ReadonlyMap<string, readonly IngredientPurchase[]>;
  /** What was typed for ingredients that have purchases, or had. */
  readonly typedPrices: ReadonlyMap<string, TypedPrice>;
  /** By the id of the ingredient that was merged into another one. */
  readonly mergedIngredients: ReadonlyMap<string, MergedIngredient>;
  /** The purchase that was taken back last: the answer of that call compares with it. */
  readonly lastTakenBack: Purchase | null;
  /** What the stock was worth at the end of a month, by YYYY-MM. */
  readonly stockValues: ReadonlyMap<string, Units>;
  /** Kinds of removed entities by id. Ids are never reused, because sales and history still refer to them. */
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
  purchasesOf: new Map(),
  typedPrices: new Map(),
  mergedIngredients: new Map(),
  lastTakenBack: null,
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
  return lists + bought + THINGS_IN_A_RECIPE * (dishes.size + preparations.size) + Math.ceil(sold / SOLD_IN_A_THING);
}

const THINGS_IN_A_RECIPE = 6;
/** Sales of one dish in one month and channel take 74 bytes, a fifth of an entity. */
const SOLD_IN_A_THING = 5;
