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

/** The purchase that a price is derived from. Its pack, with its share of freight, is rounded; this price is not. */
export interface PriceSource {
  readonly purchaseId: string;
  /** YYYY-MM-DD, as the purchase says. */
  readonly date: string;
  /** The price of one `unit` in ten-thousandths of a real as a quotient, 'n/d'. Text, because JSON has no bigint. */
  readonly price: string;
  readonly unit: string;
}

/** The price of an ingredient with everything that it is computed from. */
export interface PriceBasis {
  readonly unit: string;
  /** Price of one `unit`; where there is a pack or a purchase, what follows from it, rounded. */
  readonly unitPrice: Units;
  readonly purchase: Pack | null;
  readonly conversions: Conversions;
  /** null or left out: the price was typed. */
  readonly source?: PriceSource | null;
}

/**
 * The price of one `unit` in ten-thousandths of a real, exactly: R$ 4,50 for 1 kg is 45 units a gram, and R$ 89,90 for
 * 4 740 g is 899000/4740 units a gram. A pack whose unit does not convert has the price that was last known.
 */
export function exactUnitPrice({ unit, unitPrice, purchase, conversions, source }: PriceBasis): Fraction {
  const known = source ? { price: fractionOf(source.price), unit: source.unit } : purchase && packPrice(purchase);
  const ratio = known && ratioOf(known.unit, unit, conversions);
  if (!known || !ratio) return { n: BigInt(unitPrice), d: 1n };
  return { n: known.price.n * ratio.d, d: known.price.d * ratio.n };
}

/** R$ 89,90 for 4 740 g: 899000/4740 units for one g. */
const packPrice = ({ price, quantity, unit }: Pack) => ({
  price: { n: BigInt(price) * BigInt(SCALE), d: BigInt(quantity) },
  unit,
});

/** The pack at the price that counts: by the mean of three purchases, the pack of the last one at that mean. */
export function pricedPack(row: PriceBasis): Pack | null {
  const { purchase } = row;
  if (!purchase) return null;
  const { n, d } = exactPackPrice(row, purchase);
  return { ...purchase, price: bounded(divideRounded(n, d)) };
}

/** The price of that pack before it is rounded. */
export function exactPackPrice(row: PriceBasis, { price, quantity, unit }: Pack): Fraction {
  const ratio = row.source ? ratioOf(unit, row.unit, row.conversions) : undefined;
  if (!ratio) return { n: BigInt(price), d: 1n };
  const { n, d } = exactUnitPrice(row);
  return { n: n * BigInt(quantity) * ratio.n, d: d * BigInt(SCALE) * ratio.d };
}

export const fractionText = ({ n, d }: Fraction): string => `${n}/${d}`;

function fractionOf(text: string): Fraction {
  const [n = '0', d = '1'] = text.split('/');
  return { n: BigInt(n), d: BigInt(d) };
}

/** A price without the units that it is computed from. */
export interface PriceStep {
  readonly purchase: Pack | null;
  readonly unitPrice: Units;
}

export const stepOf = ({ purchase, unitPrice }: PriceStep): PriceStep => ({ purchase, unitPrice });

type Priced = PriceStep & { readonly source?: PriceSource | null };

/** Has anybody said what it costs? What follows from a pack or a purchase may be too small to be shown. */
export const isPriced = ({ purchase, unitPrice, source }: Priced): boolean =>
  source ? fractionOf(source.price).n > 0n : (purchase?.price ?? unitPrice) > 0;

/** A price of zero is one that is missing, unless it is said to be free. */
export const lacksPrice = (row: Priced & { readonly free: true | null }): boolean => !row.free && !isPriced(row);

/** The same with the price that is shown. */
export function withShownPrice<Row extends PriceBasis>(row: Row): Row {
  if (!row.purchase && !row.source) return row;
  const { n, d } = exactUnitPrice(row);
  return { ...row, unitPrice: bounded(divideRounded(n, d)) };
}
