import { bounded, divideRounded, SCALE, type Units } from '../../decimal.ts';
import type { Fraction } from '../../fraction.ts';
import { type Conversions, ratioOf } from '../../units/conversions.ts';

/** A purchased pack: a box of 12 tins of 395 g for R$ 89,90 is {price: 89,90, quantity: 4740, unit: 'g'}. */
export interface Purchase {
  readonly price: Units;
  readonly quantity: Units;
  /** A unit that converts to the ingredient's unit. */
  readonly unit: string;
  /** The owner's name for the pack: 'caixa 12 × 395 g'. */
  readonly label: string | null;
}

/** The price of an ingredient with all values that it is computed from. */
export interface PriceBasis {
  readonly unit: string;
  /** Price of one `unit`; with a purchase, the rounded price that follows from it. */
  readonly unitPrice: Units;
  readonly purchase: Purchase | null;
  readonly conversions: Conversions;
}

/**
 * The exact price of one `unit` in ten-thousandths of a real: R$ 4,50 for 1 kg is 45 units a gram, and R$ 89,90 for 4
 * 740 g is 899000/4740 units a gram. A purchase whose unit does not convert keeps the last known price.
 */
export function exactUnitPrice({ unit, unitPrice, purchase, conversions }: PriceBasis): Fraction {
  const ratio = purchase && ratioOf(purchase.unit, unit, conversions);
  if (!purchase || !ratio) return { n: BigInt(unitPrice), d: 1n };
  return { n: BigInt(purchase.price) * BigInt(SCALE) * ratio.d, d: BigInt(purchase.quantity) * ratio.n };
}

/** Whether the ingredient has a price; one that follows from a purchase may be too small to be displayed. */
export const isPriced = ({ purchase, unitPrice }: Pick<PriceBasis, 'purchase' | 'unitPrice'>): boolean =>
  (purchase?.price ?? unitPrice) > 0;

/** Whether the price is missing: a price of zero is, unless the ingredient is marked as free. */
export const lacksPrice = (row: Pick<PriceBasis, 'purchase' | 'unitPrice'> & { readonly free: true | null }): boolean =>
  !row.free && !isPriced(row);

/** The row with its displayed price. */
export function withShownPrice<Row extends PriceBasis>(row: Row): Row {
  if (!row.purchase) return row;
  const { n, d } = exactUnitPrice(row);
  return { ...row, unitPrice: bounded(divideRounded(n, d)) };
}
