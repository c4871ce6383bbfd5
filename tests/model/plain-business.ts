import type { Meaning } from './sent-values.ts';

/** A business as anybody would write it down: lists in the order of entry. Amounts are units (ten-thousandths). */
export interface PlainBusiness {
  readonly fixedCosts: Row[];
  readonly variableCosts: Row[];
  readonly ingredients: Row[];
  readonly preparations: PlainRecipe[];
  readonly dishes: PlainRecipe[];
  readonly months: PlainMonth[];
  /** Null while none was stated. */
  ticket: number | null;
  /** Null while nothing was said of it. */
  productionLoss: number | null;
  settingsVersion: number;
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
  version: number;
}

export interface PlainMonth {
  readonly month: number;
  value: number;
  orders: number;
  version: number;
}

export const plainBusiness = (): PlainBusiness => ({
  fixedCosts: [],
  variableCosts: [],
  ingredients: [],
  preparations: [],
  dishes: [],
  months: [],
  ticket: null,
  productionLoss: null,
  settingsVersion: 0,
  gone: [],
});
