import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatDecimal } from '#domain/format.ts';
import { measureOf } from '#domain/units/measure.ts';

/** The unit for amounts below one of the given unit, as a scale shows them. */
const SMALLER: Readonly<Record<string, string>> = { kg: 'g', l: 'ml' };
const PER_ONE = 1_000;

/**
 * A computed quantity with the precision of a kitchen scale: three digits, grams below a kilo. 0,107142 kg is '107 g',
 * 12,8571 g is '12,9 g', 1.234,5 g is '1.235 g'.
 */
export function roundForScale(amount: TenThousandths, unit: string): string {
  const smaller = amount < SCALE ? SMALLER[measureOf(unit).canonical] : undefined;
  return smaller === undefined ? `${rounded(amount)} ${unit}` : `${rounded(amount * PER_ONE)} ${smaller}`;
}

function rounded(amount: TenThousandths): string {
  const decimals = amount >= 100 * SCALE ? 0 : amount >= 10 * SCALE ? 1 : amount >= SCALE ? 2 : 3;
  const text = formatDecimal(amount, decimals);
  return decimals === 0 ? text : text.replace(/,?0+$/, '');
}
