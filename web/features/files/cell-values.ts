import { dayOf, isDay, readMoment, MONTHS } from '#contract/instants.ts';
import { toSearchText } from '#domain/text.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { readNumeral } from '#domain/numerals.ts';

/** The decimal mark of a whole file. */
export type DecimalMark = ',' | '.';

/**
 * The number of a cell in ten-thousandths: 'R$ 1.234,50' → 12345000, '-2' → -20000, '(12,00)' → -120000; undefined for
 * a cell without a number.
 */
export function numberIn(cell: string, mark: DecimalMark = ','): TenThousandths | undefined {
  if (!/\d/.test(cell)) return undefined;
  const text = bareNumber(cell);
  const isNegative = /^-|^\(.*\)$|-$/.test(text);
  const digits = text.replaceAll(/[-()]/g, '');
  const numeral = readNumeral(mark === '.' ? digits.replaceAll(',', '').replace('.', ',') : digits, 'money');
  if (numeral.kind === 'too_many_decimals') return rounded(digits, isNegative);
  if (numeral.kind !== 'value') return undefined;
  return isNegative ? -numeral.tenThousandths : numeral.tenThousandths;
}

/** Rounds to four decimals: a till divides and writes R$ 12,333333, which becomes R$ 12,3333. */
function rounded(digits: string, isNegative: boolean): TenThousandths | undefined {
  const value = Number(digits.replace(',', '.'));
  if (!Number.isFinite(value)) return undefined;
  const amount = Math.round(value * SCALE);
  return isNegative ? -amount : amount;
}

/** The number without currency signs and words beside it. */
const bareNumber = (cell: string): string =>
  cell
    .replaceAll(/R\$|\s/gi, '')
    .replace(/(?:un|unid|und|x)\.?$/i, '')
    .replace('−', '-');

/**
 * The decimal mark that the numbers of a column prove: one or two decimals, a leading 0, or both marks in one number
 * are proof; three digits are not, because 2.000 may be two thousand.
 */
export function provenDecimalMark(cells: Iterable<string>): DecimalMark | undefined {
  let dots = 0;
  let commas = 0;
  for (const cell of cells) {
    const text = bareNumber(cell).replaceAll(/[-()%]/g, '');
    if (/^(?:[\d,]*\d?\.\d{1,2}|0\.\d+|\d[\d,]*,\d{3}\.\d+)$/.test(text)) dots += 1;
    else if (/^(?:[\d.]*\d?,\d{1,2}|0,\d+|\d[\d.]*\.\d{3},\d+)$/.test(text)) commas += 1;
  }
  if (dots === commas) return undefined;
  return dots > commas ? '.' : ',';
}

/** The proven mark, or the Brazilian one without proof. */
export const decimalMarkOf = (cells: Iterable<string>): DecimalMark => provenDecimalMark(cells) ?? ',';

const MONTH_NAMES = MONTHS.map((name) => toSearchText(name).slice(0, 3)).join('|');
const BY_NAME = new RegExp(`(?:^|[^a-z])(${MONTH_NAMES})[a-z]*\\.?(?:\\s+de\\s+|[\\s/.-]+)(\\d{4}|\\d{2})(?!\\d)`);

/** The first part of a date like '10/11/2026'. */
export type DateOrder = 'day' | 'month';

/**
 * '31/10/2026 20:15', '2026-10-31', '10/2026', 'out/26', 'outubro de 2026' → '2026-10'. A time with a zone is converted
 * to São Paulo's.
 */
export function monthIn(cell: string, order: DateOrder = 'day'): string | undefined {
  const text = cell.trim();
  const zoned = readMoment(text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (zoned && !isDay(text)) return dayOf(zoned.start).slice(0, 7);
  const iso = /^(\d{4})-(\d{1,2})(?:-\d{1,2})?(?:[T\s].*)?$/.exec(text);
  if (iso) return yearMonth(iso[1], iso[2]);
  const day = DAY_AND_MONTH.exec(text);
  if (day) {
    const [date, month] = order === 'day' ? [day[1], day[2]] : [day[2], day[1]];
    return Number(date) >= 1 && Number(date) <= 31 ? yearMonth(day[3], month) : undefined;
  }
  const month = /^(\d{1,2})[/.-](\d{4})$/.exec(text);
  if (month) return yearMonth(month[2], month[1]);
  const named = BY_NAME.exec(toSearchText(text));
  return named ? yearMonth(named[2], String(MONTH_NAMES.split('|').indexOf(named[1] ?? '') + 1)) : undefined;
}

const DAY_AND_MONTH = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[\s,T-].*)?$/;

/** A date like '10/31/2026' makes its whole column month-first, unless another cell can only be day-first. */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  let isMonthFirst = false;
  for (const cell of cells) {
    const [, first, second] = DAY_AND_MONTH.exec(cell.trim()) ?? [];
    if (Number(first) > 12) return 'day';
    isMonthFirst ||= Number(second) > 12;
  }
  return isMonthFirst ? 'month' : 'day';
}

function yearMonth(year = '', month = ''): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const isReal = Number(month) >= 1 && Number(month) <= 12 && Number(full) >= 2000 && Number(full) < 2100;
  return isReal ? `${full}-${month.padStart(2, '0')}` : undefined;
}
