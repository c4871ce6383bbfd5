import { bounded, divideRounded, SCALE, type Units } from '../../decimal.ts';
import type { Fraction } from '../../fraction.ts';
import { type Conversions, ratioOf } from '../../units/conversions.ts';

/** A pack as it is bought: a box of 12 tins of 395 g for R$ 89,90 is {price: 89,90, quantity: 4740, unit: 'g'}. */
export interface Pack {
  readonly price: Units;
  readonly quantity: Units;
  /** Any that converts to the ingredient's. */
  readonly unit: string;
  /** The owner's name for the pack: 'caixa 12 × 395 g'. */
  readonly label: string | null;
}

/** The price of an ingredient with everything that it is computed from. */
export interface PriceBasis {
  readonly unit: string;
  /** Price of one `unit`; where there is a purchase, what follows from it, rounded. */
  readonly unitPrice: Units;
  readonly purchase: Pack | null;
  readonly conversions: Conversions;
}

/**
 * The price of one `unit` in ten-thousandths of a real, exactly: R$ 4,50 for 1 kg is 45 units a gram, and R$ 89,90 for
 * 4 740 g is 899000/4740 units a gram. A purchase whose unit does not convert has the price that was last known.
 */
export function exactUnitPrice({ unit, unitPrice, purchase, conversions }: PriceBasis): Fraction {
  const ratio = purchase && ratioOf(purchase.unit, unit, conversions);
  if (!purchase || !ratio) return { n: BigInt(unitPrice), d: 1n };
  return { n: BigInt(purchase.price) * BigInt(SCALE) * ratio.d, d: BigInt(purchase.quantity) * ratio.n };
}

/** Has anybody said what it costs? What follows from a purchase may be too small to be shown. */
export const isPriced = ({ purchase, unitPrice }: Pick<PriceBasis, 'purchase' | 'unitPrice'>): boolean =>
  (purchase?.price ?? unitPrice) > 0;

/** A price of zero is one that is missing, unless it is said to be free. */
export const lacksPrice = (row: Pick<PriceBasis, 'purchase' | 'unitPrice'> & { readonly free: true | null }): boolean =>
  !row.free && !isPriced(row);

/** The same with the price that is shown. */
export function withShownPrice<Row extends PriceBasis>(row: Row): Row {
  if (!row.purchase) return row;
  const { n, d } = exactUnitPrice(row);
  return { ...row, unitPrice: bounded(divideRounded(n, d)) };
}
