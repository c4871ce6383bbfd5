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

export type { RecipeLine } from './recipe/line.ts';
export type { Channel, ChannelSales, Dish, FixedCost, Ingredient, MonthRevenue, Preparation, Settings, VariableCost };

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
  removed: new Map(),
};

/** Estimated memory in entities (a cost, a month, an ingredient) of about 400 bytes each. */
export function sizeOf(business: Business): number {
  const { fixedCosts, variableCosts, months, ingredients, preparations, dishes, channels, sales } = business;
  const lists = fixedCosts.size + variableCosts.size + months.size + ingredients.size + channels.size;
  let sold = 0;
  for (const { rows } of sales.values()) sold += rows.length;
  return lists + THINGS_IN_A_RECIPE * (dishes.size + preparations.size) + Math.ceil(sold / SOLD_IN_A_THING);
}

const THINGS_IN_A_RECIPE = 6;
/** Sales of one dish in one month and channel take 74 bytes, a fifth of an entity. */
const SOLD_IN_A_THING = 5;
