import { plainText } from '#contract/plain-text.ts';
import { readNumeral } from '#domain/numerals.ts';
import { COLUMN_WORDS, type ColumnName, TEXTS_WITHOUT_HEADING } from './import-kinds.ts';

/** What a row says, as text: no more than is in the sheet. */
export type RowTexts = Readonly<Record<ColumnName, string>>;

export const COLUMN_NAMES = Object.keys(COLUMN_WORDS) as readonly ColumnName[];

/** Sheets of the program itself have columns that say nothing new. */
const columnOf = (heading: string): ColumnName | undefined => {
  const text = plainText(heading.trim());
  return COLUMN_NAMES.find((name) =>
    COLUMN_WORDS[name].some((word) => (word.length < 4 ? text === word : text.startsWith(word))),
  );
};

/**
 * The rows of a sheet by what their cells are: by the heading where there is one, else by what they look like.
 * @param columns those that this kind of sheet has, in their usual order
 */
export function readColumns(rows: readonly (readonly string[])[], columns: readonly ColumnName[]): readonly RowTexts[] {
  const [first = []] = rows;
  const isHeading = first.some((cell) => columnOf(cell) !== undefined) && !first.some(isAmount);
  const body = isHeading ? rows.slice(1) : rows;
  const places = isHeading ? fromHeading(first) : fromContents(body, columns);
  return body.map((cells) => {
    const texts = COLUMN_NAMES.map((column) => [
      column,
      columns.includes(column) ? (cells[places[column] ?? -1] ?? '') : '',
    ]);
    return withUnitApart(Object.fromEntries(texts) as RowTexts, columns.includes('unit'));
  });
}

type Places = { readonly [Column in ColumnName]?: number | undefined };

function fromHeading(headings: readonly string[]): Places {
  const columns = headings.map(columnOf);
  const found = COLUMN_NAMES.filter((column) => columns.includes(column));
  const places: Places = Object.fromEntries(found.map((column) => [column, columns.indexOf(column)]));
  // A sheet without a heading over its names has them in the first column that nothing else claims.
  const claimed = new Set(found.map((column) => places[column]));
  return { ...places, name: places.name ?? headings.findIndex((_, index) => !claimed.has(index)) };
}

/** The amount is in the last column that mostly holds numbers, the texts are in the other ones. */
function fromContents(rows: readonly (readonly string[])[], columns: readonly ColumnName[]): Places {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const places = Array.from({ length: width }, (_, index) => index);
  const amount = places.findLast((place) => rows.filter((row) => isAmount(row[place] ?? '')).length * 2 > rows.length);
  const others = places.filter((place) => place !== amount);
  const texts = TEXTS_WITHOUT_HEADING.filter((column) => columns.includes(column));
  return { amount, ...Object.fromEntries(texts.map((column, index) => [column, others[index]])) };
}

/** 'R$ 38,90 / kg' → '38,90' and, where the sheet has no unit, 'kg'. '6,5 %' → '6,5'. */
function withUnitApart(texts: RowTexts, hasUnit: boolean): RowTexts {
  const { amount, unit } = amountAndUnit(texts.amount);
  return { ...texts, amount, unit: texts.unit === '' && hasUnit ? unit : texts.unit };
}

function amountAndUnit(text: string): { readonly amount: string; readonly unit: string } {
  const [, amount = text, unit = ''] = /^([^/]*\d[^/]*)\/\s*([^/\d]+)$/.exec(text) ?? [];
  return { amount: bareAmount(amount), unit: unit.trim() };
}

/** Without the signs that stand beside a number. What else is in it stays, to be seen and said. */
const bareAmount = (text: string): string => text.replaceAll(/R\$|%|\s/gi, '');

const isAmount = (text: string): boolean => readNumeral(amountAndUnit(text).amount, 'money').kind === 'value';
