import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '../../decimal.ts';
import { type Fraction, ONE, rounded } from '../../fraction.ts';
import { type Conversions, ratioOf } from '../../units/conversions.ts';

/** A pack as it is bought: a box of 12 tins of 395 g for R$ 89,90 is {price: 89,90, quantity: 4740, unit: 'g'}. */
export interface Pack {
  readonly price: TenThousandths;
  readonly quantity: TenThousandths;
  /** A unit that converts to the unit of the ingredient. */
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
  /** The price of one `unit`; where there is a pack or a purchase, what follows from it, rounded. */
  readonly unitPrice: TenThousandths;
  readonly pack: Pack | null;
  readonly conversions: Conversions;
  /** The purchase that the price follows from; null or left out where it was entered by hand. */
  readonly priceSource?: PriceSource | null;
}

/**
 * The price of one `unit` in ten-thousandths of a real, exactly: R$ 4,50 for 1 kg is 45 ten-thousandths of a real per
 * gram, and R$ 89,90 for 4 740 g is 899000/4740. A pack whose unit does not convert has the price that was last known.
 */
export function exactUnitPrice({ unit, unitPrice, pack, conversions, priceSource }: PriceBasis): Fraction {
  const known = priceSource
    ? { price: fractionOf(priceSource.price), unit: priceSource.unit }
    : pack && packUnitPrice(pack);
  const ratio = known && ratioOf(known.unit, unit, conversions);
  if (!known || !ratio) return { n: BigInt(unitPrice), d: 1n };
  return { n: known.price.n * ratio.d, d: known.price.d * ratio.n };
}

/** The price of one `unit` of an ingredient, rounded; that of its own unit if `unit` does not convert. */
export function unitPriceIn(unit: string, row: PriceBasis): TenThousandths {
  const ratio = ratioOf(unit, row.unit, row.conversions) ?? ONE;
  const { n, d } = exactUnitPrice(row);
  return toSafeNumber(rounded({ n: n * ratio.n, d: d * ratio.d }));
}

/** Tells whether two states of an ingredient have exactly the same price. */
export function isSamePrice(a: PriceBasis, b: PriceBasis): boolean {
  const [was, is] = [exactUnitPrice(a), exactUnitPrice(b)];
  return a.unit === b.unit && was.n * is.d === is.n * was.d;
}

/** R$ 89,90 for 4 740 g: 899000/4740 ten-thousandths of a real per gram. */
const packUnitPrice = ({ price, quantity, unit }: Pack) => ({
  price: { n: BigInt(price) * BigInt(SCALE), d: BigInt(quantity) },
  unit,
});

/**
 * The pack of an ingredient at its current price. Where the owner chose the mean of three purchases as price, it is the
 * pack of the last purchase at that mean.
 */
export function pricedPack(row: PriceBasis): Pack | null {
  const { pack } = row;
  if (!pack) return null;
  const { n, d } = exactPackPrice(row, pack);
  return { ...pack, price: toSafeNumber(divideRounded(n, d)) };
}

/** The price of an ingredient as it is displayed, with the pack at its current price. */
export const displayedPrice = (row: PriceBasis): PriceFields => ({ pack: pricedPack(row), unitPrice: row.unitPrice });

/** The exact price of a pack of the ingredient, in ten-thousandths of a real. */
export function exactPackPrice(row: PriceBasis, { price, quantity, unit }: Pack): Fraction {
  const ratio = row.priceSource ? ratioOf(unit, row.unit, row.conversions) : undefined;
  if (!ratio) return { n: BigInt(price), d: 1n };
  const { n, d } = exactUnitPrice(row);
  return { n: n * BigInt(quantity) * ratio.n, d: d * BigInt(SCALE) * ratio.d };
}

export const fractionText = ({ n, d }: Fraction): string => `${n}/${d}`;

/** Reads the text of a fraction: '899000/4740'. */
export function fractionOf(text: string): Fraction {
  const [n = '0', d = '1'] = text.split('/');
  return { n: BigInt(n), d: BigInt(d) };
}

/** The price of an ingredient as a user enters it: for its pack, or else for one unit. */
export interface PriceFields {
  readonly pack: Pack | null;
  readonly unitPrice: TenThousandths;
}

/**
 * A price as events carry it. On the wire and in events the pack is called `purchase`; it has nothing to do with the
 * entity Purchase.
 */
export interface RecordedPrice {
  readonly purchase: Pack | null;
  readonly unitPrice: TenThousandths;
}

/** Selects the price from a row with further fields. */
export const priceFields = ({ pack, unitPrice }: PriceFields): PriceFields => ({ pack, unitPrice });

/** Converts a price to the form that events carry. */
export const recordedPrice = (price: PriceFields): RecordedPrice => ({
  purchase: price.pack,
  unitPrice: price.unitPrice,
});

/** Reads a price from the form that events carry. */
export const priceFromEvent = (recorded: RecordedPrice): PriceFields => ({
  pack: recorded.purchase,
  unitPrice: recorded.unitPrice,
});

/** Tells whether the price of any ingredient comes from a purchase. */
export const usesPurchases = (ingredients: ReadonlyMap<string, PriceBasis>): boolean =>
  [...ingredients.values()].some(({ priceSource }) => priceSource);

type PriceWithSource = PriceFields & { readonly priceSource?: PriceSource | null };

/**
 * Tells whether the ingredient has a price. A unit price that follows from a pack or a purchase may round to zero, so
 * their own price decides.
 */
export const isPriced = ({ pack, unitPrice, priceSource }: PriceWithSource): boolean =>
  priceSource ? fractionOf(priceSource.price).n > 0n : (pack?.price ?? unitPrice) > 0;

/** Tells whether the price is missing: it is zero, and the ingredient is not declared free. */
export const lacksPrice = (row: PriceWithSource & { readonly free: true | null }): boolean =>
  !row.free && !isPriced(row);

/** Recomputes the unit price of a row from its pack or its last purchase, rounded as it is displayed. */
export function withDerivedUnitPrice<Row extends PriceBasis>(row: Row): Row {
  if (!row.pack && !row.priceSource) return row;
  const { n, d } = exactUnitPrice(row);
  return { ...row, unitPrice: toSafeNumber(divideRounded(n, d)) };
}
