import type { Meaning } from './sent-values.ts';

/** A business as anybody would write it down: lists in the order of entry. Amounts are units (ten-thousandths). */
export interface PlainBusiness {
  readonly fixedCosts: Row[];
  readonly variableCosts: Row[];
  readonly ingredients: Row[];
  readonly dishes: PlainDish[];
  readonly months: PlainMonth[];
  /** Null while none was stated. */
  ticket: number | null;
  /** Ids of things that are gone. */
  readonly gone: string[];
}

/** Something with fields under the names that they have on the wire. */
export interface Row {
  readonly id: string;
  version: number;
  readonly fields: Record<string, Meaning>;
}

export interface PlainDish extends Row {
  readonly lines: PlainLine[];
}

export interface PlainLine {
  readonly ingredientId: string;
  quantity: number;
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
  dishes: [],
  months: [],
  ticket: null,
  gone: [],
});
