import type { Units } from '../decimal.ts';

/**
 * One business as its stream tells it. Immutable from outside: `evolve` gives a new one.
 * `version` counts the events about one thing (1 when added); `sequence` is the place of its first event in the stream,
 * so lists keep the order in which things were added. Maps are in that order too.
 */
export interface Business {
  readonly ownerId: string | null;
  readonly erased: boolean;
  /** Number of events folded so far. */
  readonly sequence: number;
  readonly fixedCosts: ReadonlyMap<string, FixedCost>;
  readonly variableCosts: ReadonlyMap<string, VariableCost>;
  /** By month, 1–12. A month is a slot: next January replaces this one. */
  readonly months: ReadonlyMap<number, MonthRevenue>;
  /** The highest version of a month that was cleared: one recorded anew goes on above it, so no old version fits it. */
  readonly clearedVersion: number;
  readonly ingredients: ReadonlyMap<string, Ingredient>;
  readonly dishes: ReadonlyMap<string, Dish>;
  /** Average ticket as the owner stated it, for when no month has both revenue and orders. */
  readonly statedTicket: Units | null;
}

interface Entity {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly sequence: number;
}

export interface FixedCost extends Entity {
  /** Per month. */
  readonly value: Units;
}

export interface VariableCost extends Entity {
  /** Percent of revenue: 6 % is 60000. */
  readonly percentage: Units;
}

export interface MonthRevenue {
  readonly month: number;
  readonly value: Units;
  /** Whole orders. */
  readonly orders: number;
  readonly version: number;
}

export interface Ingredient extends Entity {
  readonly unit: string;
  /** Price of one `unit`. */
  readonly unitPrice: Units;
}

export interface DishLine {
  readonly ingredientId: string;
  /** In the ingredient's unit. */
  readonly quantity: Units;
  readonly version: number;
}

export interface Dish extends Entity {
  /** 0: no price yet. */
  readonly salePrice: Units;
  /** In the order in which they were added; an ingredient appears once. */
  readonly lines: readonly DishLine[];
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
  dishes: new Map(),
  statedTicket: null,
};
