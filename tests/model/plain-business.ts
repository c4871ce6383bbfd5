import type { ChangingName } from './asked.ts';
import type { Meaning } from './sent-values.ts';

/** A business as anybody would write it down: lists in the order of entry. Amounts are units (ten-thousandths). */
export interface PlainBusiness {
  readonly fixedCosts: Row[];
  readonly variableCosts: Row[];
  readonly ingredients: Row[];
  readonly preparations: PlainRecipe[];
  readonly dishes: PlainRecipe[];
  readonly months: PlainMonth[];
  readonly channels: PlainChannel[];
  readonly sales: PlainSales[];
  /** Null while none was stated. */
  ticket: number | null;
  /** Null while nothing was said of it. */
  productionLoss: number | null;
  mixMonths: number | null;
  profitGoal: number | null;
  settingsVersion: number;
  /** The version of the last month that became one again of which nothing is said. */
  clearedVersion: number;
  /** Everything that changed something, oldest first. */
  readonly changes: PlainChange[];
  /** Ids of things that are gone. */
  readonly gone: string[];
}

/** Something with fields under the names that they have on the wire. */
export interface Row {
  readonly id: string;
  version: number;
  readonly fields: Record<string, Meaning>;
}

/** Of a field that is a text; '' where it is not there. */
export const textOf = (means: Meaning | undefined): string => (typeof means === 'string' ? means : '');

/** A dish or a preparation. */
export interface PlainRecipe extends Row {
  readonly lines: PlainLine[];
}

export interface PlainLine {
  /** Of an ingredient or a preparation. */
  readonly ingredientId: string;
  quantity: number;
  unit: string;
  /** Where it goes into the dish; null: everywhere. */
  channels: readonly string[] | null;
  version: number;
}

export interface PlainMonth {
  readonly month: number;
  value: number;
  orders: number;
  version: number;
}

export interface PlainChannel {
  readonly id: string;
  name: string;
  isMain: boolean;
  version: number;
}

/** What a channel sold in a month. */
export interface PlainSales {
  readonly month: string;
  readonly channelId: string;
  rows: readonly PlainSold[];
}

export interface PlainSold {
  readonly dishId: string;
  readonly quantity: number;
  /** Null: what the price makes of it. */
  readonly revenue: number | null;
}

/** One row of sales as it was and as it became; null: none. */
export interface PlainSoldChange {
  readonly month: string;
  readonly channelId: string;
  readonly dishId: string;
  readonly from: PlainSold | null;
  readonly to: PlainSold | null;
}

/** Everything of a business that a change may change, but for its sales. */
export type PlainContent = Omit<PlainBusiness, 'sales' | 'changes' | 'gone' | 'clearedVersion'>;

export interface PlainChange {
  /** Under which it is taken back. */
  readonly id: string;
  readonly call: ChangingName;
  readonly before: PlainContent;
  readonly after: PlainContent;
  /** The rows of sales that it changed, together those that were said together. */
  readonly sold: readonly (readonly PlainSoldChange[])[];
  /** What it took back. */
  readonly undone: PlainChange | undefined;
  isUndone: boolean;
}

/** A copy of it, which stays as it is. */
export function contentOf(business: PlainBusiness): PlainContent {
  const { fixedCosts, variableCosts, ingredients, preparations, dishes, months, channels } = business;
  const { ticket, productionLoss, mixMonths, profitGoal, settingsVersion } = business;
  const lists = { fixedCosts, variableCosts, ingredients, preparations, dishes, months, channels };
  return structuredClone({ ...lists, ticket, productionLoss, mixMonths, profitGoal, settingsVersion });
}

export const plainBusiness = (): PlainBusiness => ({
  fixedCosts: [],
  variableCosts: [],
  ingredients: [],
  preparations: [],
  dishes: [],
  months: [],
  channels: [],
  sales: [],
  ticket: null,
  productionLoss: null,
  mixMonths: null,
  profitGoal: null,
  settingsVersion: 0,
  clearedVersion: 0,
  changes: [],
  gone: [],
});
