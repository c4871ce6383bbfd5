import {
  DECIMALS,
  MAX_TEN_THOUSANDTHS,
  SCALE,
  type TenThousandths,
  parseTenThousandths,
  trimTrailingZeros,
} from './decimal.ts';

/**
 * The one parser of numbers that people type or send, for browser and server alike (Brazilian notation): digits, dot
 * and comma. With both, the last one is the decimal mark and the other must group by three. A comma alone is the
 * decimal mark. A dot alone is the decimal mark too, except where thousands are meant: see {@link NumeralKind}.
 */
export type NumeralKind =
  /** `3.500` is R$ 3.500,00, because nobody types three decimals of a real. */
  | 'money'
  /** `3.500` may be 3,5 kg or 3500 g: the result is `ambiguous` and the person chooses. */
  | 'quantity'
  /** `3.500` is 3,5 %. */
  | 'percentage';

export type Numeral =
  | { readonly kind: 'value'; readonly tenThousandths: TenThousandths }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly [decimal: TenThousandths, thousands: TenThousandths] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too_many_decimals' }
  | { readonly kind: 'not_a_number' };

const THOUSANDS_WITH_DOTS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Parses text to ten-thousandths. Never throws; surrounding space and the text's Unicode form do not matter. */
export function readNumeral(source: string, kind: NumeralKind): Numeral {
  const text = source.normalize('NFC').trim();
  if (text === '') return { kind: 'empty' };
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { kind: 'not_a_number' };
  if (!text.includes(',') && THOUSANDS_WITH_DOTS.test(text)) return readGroupedNumeral(text, kind);
  const plain = withDecimalPoint(text);
  return plain === undefined ? { kind: 'not_a_number' } : readPlainNumeral(plain);
}

/** 1–3 digits followed by groups of exactly three after dots: `3.500`, `1.234.567`. */
function readGroupedNumeral(text: string, kind: NumeralKind): Numeral {
  const thousands = readPlainNumeral(text.replaceAll('.', ''));
  if (kind === 'money') return thousands;
  const severalDots = text.indexOf('.') !== text.lastIndexOf('.');
  if (severalDots) return kind === 'quantity' ? thousands : { kind: 'not_a_number' };
  const decimal = readPlainNumeral(text);
  if (kind === 'percentage') return decimal;
  if (decimal.kind !== 'value' || thousands.kind !== 'value') return { kind: 'not_a_number' };
  return { kind: 'ambiguous', candidates: [decimal.tenThousandths, thousands.tenThousandths] };
}

/** The text with '.' as its only mark, or undefined when the marks make no number. */
function withDecimalPoint(text: string): string | undefined {
  const decimalMark = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
  const groupMark = decimalMark === ',' ? '.' : ',';
  const [whole = '', fraction = '', ...more] = text.split(decimalMark);
  if (more.length > 0) return undefined;
  const grouped = whole.includes(groupMark);
  if (grouped && !/^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(whole)) return undefined;
  const digits = whole.replaceAll(groupMark, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

function readPlainNumeral(plain: string): Numeral {
  const shortened = plain.replace(/^0+(?=\d)/, '');
  const amount = parseTenThousandths(shortened);
  if (amount !== undefined) return { kind: 'value', tenThousandths: amount };
  const [, fraction = ''] = shortened.split('.');
  if (trimTrailingZeros(fraction).length > DECIMALS) return { kind: 'too_many_decimals' };
  // The number exceeds any allowed range, but is still a value, so that the range check can answer with its own sentence.
  return { kind: 'value', tenThousandths: MAX_TEN_THOUSANDTHS };
}

/** Removes characters that a numeric field does not accept while typing. */
export const keepNumeralCharacters = (text: string): string => text.replaceAll(/[^\d.,]/g, '');
/**
 * The letters that a numeric field drops: 'mil' of '8 mil'. The currency sign does not change the number and is not
 * reported.
 */
export const findDroppedLetters = (text: string): string | undefined =>
  text
    .replace(/R\$/i, '')
    .match(/\p{L}+/gu)
    ?.join(' ');

/** An amount as a person would type it into a field: 123400 → '12,34'. Parsing gives the same amount in every kind. */
export function formatForInput(amount: TenThousandths): string {
  const whole = Math.trunc(amount / SCALE);
  const fraction = trimTrailingZeros(String(Math.abs(amount % SCALE)).padStart(DECIMALS, '0'));
  return fraction === '' ? String(whole) : `${whole},${fraction}`;
}
