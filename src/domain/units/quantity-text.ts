import { SCALE, type TenThousandths } from '../decimal.ts';
import { readNumeral } from '../numerals.ts';
import type { Conversion } from './conversions.ts';

/** A quantity in kitchen notation: '320 g', '1/2 xícara', '1 ½ kg', '12 × 395 g'. */
export interface QuantityWithUnit {
  readonly quantity: TenThousandths;
  /** The written unit; undefined for a bare number. */
  readonly unit: string | undefined;
}

export type InputReading<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'empty' }
  /** `numeral`, in its original spelling, has a dot that may be a decimal mark or a thousands separator. */
  | {
      readonly kind: 'ambiguous';
      readonly candidates: readonly [TenThousandths, TenThousandths];
      readonly numeral: string;
    }
  | { readonly kind: 'too_many_decimals' }
  | { readonly kind: 'not_understood' };

const FRACTION_SIGNS: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
};

const NUMBER = String.raw`\d[\d.,]*(?:\s*\/\s*\d+)?(?:\s+\d+\s*\/\s*\d+)?`;
/** A quantity with an optional count of packs: '320 g', '12 × 395 g'. */
const QUANTITY = new RegExp(String.raw`^(?:(\d+)\s*[x×*]\s*(?=\d))?(${NUMBER})\s*(\D.*)?$`, 'i');
/** A time in hours and minutes: '1h30', '1 h 30 min', '2 horas e 15'. */
const HOURS = /^(\d{1,3})\s*(?:h|hr|hrs|horas?)\.?\s*(?:e\s*)?([0-5]?\d)\s*(?:m|min|minutos?)?\.?$/i;

const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll(/(\d?)\s*([½⅓⅔¼¾⅛])/g, (_, whole: string, sign: string) => `${whole} ${FRACTION_SIGNS[sign] ?? ''}`)
    .trim();

/** A number with or without a fraction: '1/2' → 5000, '1 1/2' → 15000. A third is rounded. */
function readNumber(text: string): InputReading<TenThousandths> {
  const [, whole, numerator, denominator] = /^(?:(\d+)\s+)?(\d+)\s*\/\s*(\d+)$/.exec(text) ?? [];
  if (numerator !== undefined && denominator !== undefined) {
    const divisor = Number(denominator);
    if (divisor === 0) return { kind: 'not_understood' };
    return { kind: 'value', value: Math.round((Number(whole ?? 0) + Number(numerator) / divisor) * SCALE) };
  }
  const numeral = readNumeral(text, 'quantity');
  if (numeral.kind === 'value') return { kind: 'value', value: numeral.tenThousandths };
  if (numeral.kind === 'ambiguous') return { ...numeral, numeral: text };
  return numeral.kind === 'not_a_number' ? { kind: 'not_understood' } : numeral;
}

export function readQuantity(source: string): InputReading<QuantityWithUnit> {
  const text = normalizeText(source);
  if (text === '') return { kind: 'empty' };
  const [, hours, minutes] = HOURS.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined)
    return { kind: 'value', value: { quantity: (Number(hours) * 60 + Number(minutes)) * SCALE, unit: 'min' } };
  const [whole, times, number = '', unit] = QUANTITY.exec(text) ?? [];
  if (whole === undefined) return { kind: 'not_understood' };
  const reading = readNumber(number.trim());
  if (reading.kind !== 'value') return reading;
  const quantity = reading.value * Number(times ?? 1);
  if (!Number.isSafeInteger(quantity)) return { kind: 'not_understood' };
  return { kind: 'value', value: { quantity, unit: unit?.trim() } };
}

export interface PackContent {
  readonly quantity: TenThousandths;
  readonly unit: string;
  /** The whole text in its original spelling. */
  readonly label: string;
}

/**
 * The contents of a pack: '12 × 395 g' is 4740 g, and so is 'caixa 12x395g'. A unit is required. After a '=' comes the
 * quantity of a name with other numbers: 'lata nº 2 = 395 g'.
 */
export function readPack(source: string): InputReading<PackContent> {
  const whole = source.normalize('NFC').trim();
  if (whole === '') return { kind: 'empty' };
  const [, name, amount] = /^(.*\S)\s*=([^=]*)$/s.exec(whole) ?? [];
  const label = name ?? whole;
  const reading = readQuantity(
    amount === undefined ? normalizeText(source).replace(/^\D+/, '') : normalizeText(amount).trim(),
  );
  if (reading.kind === 'empty') return { kind: 'not_understood' };
  if (reading.kind !== 'value') return reading;
  const { quantity, unit } = reading.value;
  if (unit === undefined || /\d/.test(unit)) return { kind: 'not_understood' };
  return { kind: 'value', value: { quantity, unit, label } };
}

/** '1 un = 50 g; 1 maço = 120 g', each on a line of its own or after a semicolon. */
export function readConversions(source: string): InputReading<readonly Conversion[]> {
  const parts = source.split(/[;\n]/).filter((part) => part.trim() !== '');
  if (parts.length === 0) return { kind: 'empty' };
  const conversions: Conversion[] = [];
  for (const part of parts) {
    const [left = '', right = '', ...more] = part.split('=');
    const [one, other] = [readQuantity(left), readQuantity(right)];
    if (one.kind === 'ambiguous') return one;
    if (other.kind !== 'value') return other.kind === 'empty' ? { kind: 'not_understood' } : other;
    if (more.length > 0 || one.kind !== 'value' || one.value.unit === undefined || other.value.unit === undefined)
      return { kind: 'not_understood' };
    if (one.value.quantity !== SCALE) return { kind: 'not_understood' };
    conversions.push({ unit: one.value.unit, quantity: other.value.quantity, equalsUnit: other.value.unit });
  }
  return { kind: 'value', value: conversions };
}
