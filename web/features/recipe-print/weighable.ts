import { SCALE, type Units } from '#domain/decimal.ts';
import { decimalPlaces } from '#domain/format.ts';
import { measureOf } from '#domain/units/measure.ts';

/** Less than one of these is said in what the scale shows. */
const SMALLER: Readonly<Record<string, string>> = { kg: 'g', l: 'ml' };
const PER_ONE = 1_000;

/**
 * A quantity that was computed, as a kitchen weighs it: three digits, grams below a kilo. 0,107142 kg is '107 g',
 * 12,8571 g is '12,9 g', 1.234,5 g is '1.235 g'.
 */
export function weighable(quantity: Units, unit: string): string {
  const smaller = quantity < SCALE ? SMALLER[measureOf(unit).canonical] : undefined;
  return smaller === undefined ? `${rounded(quantity)} ${unit}` : `${rounded(quantity * PER_ONE)} ${smaller}`;
}

function rounded(quantity: Units): string {
  const decimals = quantity >= 100 * SCALE ? 0 : quantity >= 10 * SCALE ? 1 : quantity >= SCALE ? 2 : 3;
  const text = decimalPlaces(quantity, decimals);
  return decimals === 0 ? text : text.replace(/,?0+$/, '');
}
