import type { TenThousandths } from '../../decimal.ts';
import type { Conversions } from '../../units/conversions.ts';
import type { PriceFields, RecordedPrice } from '../ingredient/price.ts';

export const PURCHASE_SOURCES = ['manual', 'quick'] as const;
export type PurchaseSource = (typeof PURCHASE_SOURCES)[number];

/** An ingredient that a purchase creates. */
export interface NewIngredient {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
}

/** One line of a purchase. The texts of the supplier's receipt are stored as printed. */
export interface PurchaseLine {
  /** The id of the bought ingredient; null for an item that is not one, such as detergent. */
  readonly ingredientId: string | null;
  /** The ingredient's name on the day of the purchase, or the description of another item. */
  readonly name: string;
  readonly packs: TenThousandths;
  /** The content of one pack, in `packUnit`. */
  readonly packQuantity: TenThousandths;
  readonly packUnit: string;
  /** The cost of the whole line, before freight and discount. */
  readonly total: TenThousandths;
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
  /** The name of the supplier when the purchase was entered. */
  readonly supplierName: string | null;
  readonly number: string | null;
  readonly source: PurchaseSource;
  /** Freight and discount are spread over all lines in proportion to their totals. */
  readonly freight: TenThousandths;
  readonly discount: TenThousandths;
  readonly confirmed: boolean;
  /** A purchase has at least one line. */
  readonly lines: readonly PurchaseLine[];
  /** The ingredients that the purchase created. They stay when it is taken back. */
  readonly newIngredients: readonly NewIngredient[];
}

export interface Purchase extends PurchaseFields {
  readonly id: string;
  readonly version: number;
  readonly sequence: number;
}

/** The lines of one purchase that count for one ingredient. */
export interface IngredientPurchase {
  readonly purchase: Purchase;
  readonly lines: readonly PurchaseLine[];
}

/** A price that was entered by hand. The latest of it and the purchases determines the ingredient's price. */
export interface ManualPrice extends PriceFields {
  /** The unit of the ingredient when the price was entered. */
  readonly unit: string;
  readonly free: true | null;
  /**
   * The day of a price entered while purchases existed (YYYY-MM-DD); null for an earlier one, which any purchase
   * replaces.
   */
  readonly day: string | null;
  /** The number of its event in the stream. */
  readonly sequence: number;
}

/** A manual price as events carry it: there its day is called `on`, a stored name. */
export interface RecordedManualPrice extends RecordedPrice {
  readonly unit: string;
  readonly free: true | null;
  readonly on: string | null;
  readonly sequence: number;
}

/** An ingredient that was merged into the one of `targetId`; its own conversions apply to its purchases. */
export interface IngredientMerge {
  readonly targetId: string;
  readonly conversions: Conversions;
}

/**
 * The CFOPs of loans, bonuses, samples, returned packaging and billing ahead, which are neither a price nor spending.
 */
const UNPRICED_CFOPS = /^\d(908|910|911|920|921|922)$/;

/** Tells whether the line counts for prices and for the spending on food. */
export const isFoodLine = <Line extends Pick<PurchaseLine, 'ingredientId' | 'cfop'>>(
  line: Line,
): line is Line & { readonly ingredientId: string } =>
  line.ingredientId !== null && !UNPRICED_CFOPS.test(line.cfop ?? '');
