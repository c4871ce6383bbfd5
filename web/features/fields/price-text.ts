import { type Pack, unitPriceIn } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatDecimal, formatMoney, formatQuantity, formatUnitPrice } from '#domain/format.ts';
import type { Fraction } from '#domain/fraction.ts';
import { type Conversion, type Conversions, ratioOf } from '#domain/units/conversions.ts';
import { displayUnitOf, measureOf } from '#domain/units/measure.ts';

/** Below ten cents two decimals are too few. */
const TEN_CENTS: TenThousandths = SCALE / 10;

type PricedIngredient = Pick<Ingredient, 'unit' | 'unitPrice' | 'pack' | 'conversions'>;

/** The price of an ingredient: 'R$ 18,97 / kg'. A price that the owner typed keeps its unit. */
export function priceText(ingredient: PricedIngredient): string {
  const { unit, unitPrice: pricePerUnit, pack } = ingredient;
  if (!pack) return `${formatUnitPrice(pricePerUnit)} / ${unit}`;
  const displayUnit = displayUnitOf(unit);
  return priceWithUnit(unitPriceIn(displayUnit, ingredient), displayUnit);
}

interface ConversionPrice {
  /** The component's unit; the price of one unit is in ten-thousandths of a real. */
  readonly unit: string;
  readonly price: Fraction;
  /** All conversions, including the shown one. */
  readonly conversions: Conversions;
}

/** A conversion with the price that results from it, which reveals an inverted one: '1 un = 50 g, R$ 9,00 / kg'. */
export function conversionPriceText(
  { unit: conversionUnit, quantity: amount, equalsUnit }: Conversion,
  { unit, price, conversions }: ConversionPrice,
): string {
  const text = `1 ${conversionUnit} = ${formatQuantity(amount)} ${equalsUnit}`;
  if (price.n === 0n) return text;
  const prices = [conversionUnit, equalsUnit]
    .filter((each) => measureOf(each).dimension !== measureOf(unit).dimension)
    .map((each) => {
      // A cup is shown with its own price, a gram with the price per kilo.
      const displayUnit = measureOf(each).kind === 'volume' && !isSmallestUnit(each) ? each : displayUnitOf(each);
      const ratio = ratioOf(displayUnit, unit, conversions);
      return ratio && priceWithUnit(toSafeNumber(divideRounded(price.n * ratio.n, price.d * ratio.d)), displayUnit);
    });
  return [text, ...prices.filter((each) => each !== undefined)].join(', ');
}

const isSmallestUnit = (unit: string): boolean => measureOf(unit).size === 1n;

/** A price per unit, with four decimals if it is small: 'R$ 18,97 / kg'. */
export const priceWithUnit = (price: TenThousandths, unit: string): string =>
  `${price > 0 && price < TEN_CENTS ? `R$\u00A0${formatDecimal(price, 4)}` : formatMoney(price)} / ${unit}`;

/** The price of a pack: 'R$ 89,90 por caixa 12 × 395 g'. */
export const packPriceText = ({ price, label, quantity: amount, unit }: Pack): string =>
  `${formatMoney(price)} por ${label ?? `${formatQuantity(amount)} ${unit}`}`;

/** The yield in the terms of cooks: 'rendimento 80 %, fator de correção 1,25'. */
export function yieldText(percentage: TenThousandths): string {
  const factor = toSafeNumber(divideRounded(100n * BigInt(SCALE) * BigInt(SCALE), BigInt(percentage)));
  return `rendimento ${formatQuantity(percentage)} %, fator de correção ${formatDecimal(factor, 2)}`;
}
