import type { Units } from '../../decimal.ts';
import type { Conversions } from '../../units/conversions.ts';
import type { PriceStep } from '../ingredient/price.ts';

export const PURCHASE_SOURCES = ['manual', 'quick'] as const;
export type PurchaseSource = (typeof PURCHASE_SOURCES)[number];

/** An ingredient that a purchase makes. */
export interface NewIngredient {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
}

/** One line of a purchase. What the supplier's paper says of it is kept as it stood there. */
export interface PurchaseLine {
  /** null: something that is no ingredient, like detergent. */
  readonly ingredientId: string | null;
  /** The ingredient's name on the day of the purchase; of something else what it is. */
  readonly name: string;
  readonly packs: Units;
  /** What one pack holds, in `packUnit`. */
  readonly packQuantity: Units;
  readonly packUnit: string;
  /** What the whole line cost, before freight and discount. */
  readonly total: Units;
  readonly code: string | null;
  readonly gtin: string | null;
  readonly billedUnit: string | null;
  readonly description: string | null;
  readonly cfop: string | null;
}

export interface PurchaseFields {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly supplierId: string | null;
  /** As it was called when the purchase was entered. */
  readonly supplierName: string | null;
  readonly number: string | null;
  readonly source: PurchaseSource;
  /** Spread over all lines by value, as is the discount. */
  readonly freight: Units;
  readonly discount: Units;
  readonly confirmed: boolean;
  /** At least one. */
  readonly lines: readonly PurchaseLine[];
  /** Ingredients that were new with it. They stay when it is taken back. */
  readonly made: readonly NewIngredient[];
}

export interface Purchase extends PurchaseFields {
  readonly id: string;
  readonly version: number;
  readonly sequence: number;
}

/** What one purchase brought of one ingredient. */
export interface IngredientPurchase {
  readonly purchase: Purchase;
  readonly lines: readonly PurchaseLine[];
}

/** A price that somebody typed, and how it ranks among purchases. */
export interface TypedPrice extends PriceStep {
  /** Unit of the ingredient when it was typed. */
  readonly unit: string;
  readonly free: true | null;
  /** The day on which it was typed while a purchase stood; null: a first guess, which gives way to any purchase. */
  readonly on: string | null;
  /** Place of its event in the stream. */
  readonly sequence: number;
}

/** What another ingredient was when it was merged into `into`: its purchases are converted as it had it. */
export interface MergedIngredient {
  readonly into: string;
  readonly conversions: Conversions;
}

/** Samples, returns and shipments of the trade: they are neither a price nor spending (CFOP x908 to x922). */
const UNPRICED_CFOPS = /^\d(908|910|911|920|921|922)$/;

/** Does the line count for prices and for what was spent on food? */
export const isFoodLine = <Line extends Pick<PurchaseLine, 'ingredientId' | 'cfop'>>(
  line: Line,
): line is Line & { readonly ingredientId: string } =>
  line.ingredientId !== null && !UNPRICED_CFOPS.test(line.cfop ?? '');
