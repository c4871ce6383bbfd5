import type { ChangingName } from './owner-at-api.ts';
import type { PackMeaning, Meaning } from './wire-values.ts';

/** A business as plain lists in the order of entry. Amounts are units (ten-thousandths). */
export interface PlainBusiness {
  readonly fixedCosts: Row[];
  readonly variableCosts: Row[];
  readonly ingredients: Row[];
  readonly preparations: PlainRecipe[];
  readonly dishes: PlainRecipe[];
  readonly months: PlainMonth[];
  readonly channels: PlainChannel[];
  readonly sales: PlainSales[];
  readonly suppliers: PlainSupplier[];
  readonly purchases: PlainPurchase[];
  /** The typed prices by ingredient, for ingredients that have or had purchases. */
  readonly typed: Record<string, PlainTypedPrice>;
  /** The stock values, by month. */
  readonly stockValues: Record<string, number>;
  priceRule: string | null;
  /** The number of calls that have been answered. */
  turn: number;
  /** Ingredients that have ever had a purchase. */
  readonly everBought: string[];
  /** The stated ticket; null until there is one. */
  ticket: number | null;
  /** The production loss; null until it has been set. */
  productionLoss: number | null;
  mixMonths: number | null;
  profitGoal: number | null;
  settingsVersion: number;
  /** The version of the last month that was cleared. */
  clearedVersion: number;
  /** All changes, oldest first. */
  readonly changes: PlainChange[];
  /** The ids of removed entities. */
  readonly removedIds: string[];
}

/** An entity with its fields under their names on the wire. */
export interface Row {
  readonly id: string;
  version: number;
  readonly fields: Record<string, Meaning>;
  /** The purchase that determines the ingredient's price; null if the price was typed. */
  source?: PlainPriceSource | null;
}

export interface PlainPriceSource {
  readonly purchaseId: string;
  readonly date: string;
  /** The price of one unit in ten-thousandths of a real, as a quotient in lowest terms. */
  readonly exact: string;
}

export interface PlainTypedPrice {
  readonly unitPrice: number;
  readonly purchase: PackMeaning | null;
  readonly free: boolean;
  /** The day on which it was typed; null for the first price. */
  readonly on: string | null;
  readonly turn: number;
}

export type PlainSupplier = Row;

export interface PlainPurchase {
  readonly id: string;
  readonly date: string;
  readonly supplierId: string | null;
  readonly number: string | null;
  readonly source: string;
  readonly freight: number;
  readonly discount: number;
  readonly confirmed: boolean;
  readonly lines: readonly PlainPurchaseLine[];
  readonly made: readonly string[];
  version: number;
  readonly turn: number;
  /** The price changes that it made when it was entered or restored. */
  moved: unknown;
}

export interface PlainPurchaseLine {
  readonly ingredientId: string | null;
  readonly name: string;
  readonly packs: number;
  readonly packQuantity: number;
  readonly packUnit: string;
  readonly total: number;
  readonly code: string | null;
  readonly gtin: string | null;
  readonly billedUnit: string | null;
  readonly description: string | null;
  readonly cfop: string | null;
}

/** The value of a text field; '' if it is missing. */
export const textOf = (means: Meaning | undefined): string => (typeof means === 'string' ? means : '');

/** A dish or a preparation. */
export interface PlainRecipe extends Row {
  readonly lines: PlainLine[];
}

export interface PlainLine {
  /** The id of an ingredient or a preparation. */
  readonly ingredientId: string;
  quantity: number;
  unit: string;
  /** The channels in which the line belongs to the dish; null: all channels. */
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

/** The sales of a channel in a month. */
export interface PlainSales {
  readonly month: string;
  readonly channelId: string;
  rows: readonly PlainSold[];
}

export interface PlainSold {
  readonly dishId: string;
  readonly quantity: number;
  /** The stated revenue; null if it follows from the price. */
  readonly revenue: number | null;
}

/** One row of sales before and after the change; null if there was none. */
export interface PlainSoldChange {
  readonly month: string;
  readonly channelId: string;
  readonly dishId: string;
  readonly from: PlainSold | null;
  readonly to: PlainSold | null;
}

/** All data of a business that a change can affect, except for its sales. */
export type PlainContent = Omit<
  PlainBusiness,
  'sales' | 'changes' | 'removedIds' | 'clearedVersion' | 'turn' | 'everBought'
>;

export interface PlainChange {
  /** The id with which the change is undone. */
  readonly id: string;
  readonly call: ChangingName;
  readonly before: PlainContent;
  readonly after: PlainContent;
  /** The changed rows of sales, grouped by command. */
  readonly sold: readonly (readonly PlainSoldChange[])[];
  /** The purchase that it entered, took back or brought back, and whether it is there afterwards. */
  readonly purchase: { readonly isThere: boolean; readonly purchase: PlainPurchase } | undefined;
  /** The change that this one undid. */
  readonly undone: PlainChange | undefined;
  isUndone: boolean;
}

/** Returns a copy, which does not change with the business. */
export function contentOf(business: PlainBusiness): PlainContent {
  const { fixedCosts, variableCosts, ingredients, preparations, dishes, months, channels } = business;
  const { suppliers, purchases, typed, stockValues } = business;
  const { ticket, productionLoss, mixMonths, profitGoal, priceRule, settingsVersion } = business;
  const lists = {
    fixedCosts,
    variableCosts,
    ingredients,
    preparations,
    dishes,
    months,
    channels,
    suppliers,
    purchases,
  };
  const settings = { productionLoss, mixMonths, profitGoal, priceRule, settingsVersion };
  return structuredClone({ ...lists, typed, stockValues, ticket, ...settings });
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
  suppliers: [],
  purchases: [],
  typed: {},
  stockValues: {},
  priceRule: null,
  turn: 0,
  everBought: [],
  ticket: null,
  productionLoss: null,
  mixMonths: null,
  profitGoal: null,
  settingsVersion: 0,
  clearedVersion: 0,
  changes: [],
  removedIds: [],
});
