import { exactUnitPrice, type Pack } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatDecimal, money, quantity, unitPrice } from '#domain/format.ts';
import type { Fraction } from '#domain/fraction.ts';
import { type Conversion, type Conversions, ratioOf } from '#domain/units/conversions.ts';
import { measureOf } from '#domain/units/measure.ts';

/**
 * The units in which a price that follows from a purchase is shown: never grams, whose price means nothing to people.
 */
const SHOWN_PER = { mass: 'kg', volume: 'l', count: 'un', time: 'h' } as const;

/** Below ten cents two decimals are too few. */
const TEN_CENTS: TenThousandths = SCALE / 10;

type PricedIngredient = Pick<Ingredient, 'unit' | 'unitPrice' | 'pack' | 'conversions'>;

/** 'R$ 18,97 / kg'; a typed price in the unit it was typed for. */
export function priceText(ingredient: PricedIngredient): string {
  const { unit, unitPrice: typed, pack, conversions } = ingredient;
  if (!pack) return `${unitPrice(typed)} / ${unit}`;
  const shownIn = displayUnitOf(unit);
  const ratio = ratioOf(shownIn, unit, conversions) ?? { n: 1n, d: 1n };
  const { n, d } = exactUnitPrice(ingredient);
  const price = toSafeNumber(divideRounded(n * ratio.n, d * ratio.d));
  return displayedPrice(price, shownIn);
}

interface ConversionPrice {
  /** The component's unit; the price of one unit is in ten-thousandths of a real. */
  readonly unit: string;
  readonly price: Fraction;
  /** All conversions, including the shown one. */
  readonly conversions: Conversions;
}

/** '1 un = 50 g, R$ 9,00 / kg': the resulting price reveals an inverted conversion. */
export function conversionPriceText(
  { unit: one, quantity: amount, equalsUnit }: Conversion,
  { unit, price, conversions }: ConversionPrice,
): string {
  const said = `1 ${one} = ${quantity(amount)} ${equalsUnit}`;
  if (price.n === 0n) return said;
  const prices = [one, equalsUnit]
    .filter((each) => measureOf(each).dimension !== measureOf(unit).dimension)
    .map((each) => {
      // A cup is shown with its own price, a gram with the price per kilo.
      const shownIn = measureOf(each).kind === 'volume' && !isSmallest(each) ? each : displayUnitOf(each);
      const ratio = ratioOf(shownIn, unit, conversions);
      return ratio && displayedPrice(toSafeNumber(divideRounded(price.n * ratio.n, price.d * ratio.d)), shownIn);
    });
  return [said, ...prices.filter((each) => each !== undefined)].join(', ');
}

const isSmallest = (unit: string): boolean => measureOf(unit).size === 1n;

/** The unit for showing a price: the kilo for ingredients in grams. */
export function displayUnitOf(unit: string): string {
  const { kind } = measureOf(unit);
  return kind === 'own' ? unit : SHOWN_PER[kind];
}

/** 'R$ 18,97 / kg', with four decimals for small prices. */
export const displayedPrice = (price: TenThousandths, unit: string): string =>
  `${price > 0 && price < TEN_CENTS ? `R$\u00A0${formatDecimal(price, 4)}` : money(price)} / ${unit}`;

/** 'R$ 89,90 por caixa 12 × 395 g' */
export const purchaseText = ({ price, label, quantity: amount, unit }: Pack): string =>
  `${money(price)} por ${label ?? `${quantity(amount)} ${unit}`}`;

/** 'rendimento 80 %, fator de correção 1,25': the yield in kitchen terms. */
export function yieldText(percentage: TenThousandths): string {
  const factor = toSafeNumber(divideRounded(100n * BigInt(SCALE) * BigInt(SCALE), BigInt(percentage)));
  return `rendimento ${quantity(percentage)} %, fator de correção ${formatDecimal(factor, 2)}`;
}
