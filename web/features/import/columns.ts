import { plainText } from '#contract/plain-text.ts';
import { readNumeral } from '#domain/numerals.ts';
import { readQuantity } from '#domain/units/written.ts';
import { headingRow } from '../files/heading-row.ts';
import { NOUN_HEADINGS } from './headings.ts';
import type { ColumnName, Headings, ImportKind, RowTexts } from './import-kind.ts';

/** In this order headings are looked up: one that fits two columns is that of the first. */
export const COLUMN_NAMES = Object.keys(NOUN_HEADINGS) as readonly ColumnName[];

/** Sheets of the program itself have columns that say nothing new. */
const columnOf = (heading: string, headings: Headings): ColumnName | undefined => {
  const text = plainText(heading.trim());
  return COLUMN_NAMES.find((name) =>
    headings[name].some((word) => (word.length < 4 ? text === word : text.startsWith(word))),
  );
};

type SheetKind = Pick<ImportKind, 'columns' | 'headings' | 'withoutHeadings'>;

/** How many columns of a list a row names. */
export const columnsIn =
  ({ columns, headings }: SheetKind) =>
  (cells: readonly string[]): number => {
    const named = new Set(cells.map((cell) => columnOf(cell, headings)));
    return columns.filter(({ is }) => named.has(is)).length;
  };

/** @param rows without empty ones. -1 where they have no heading */
export function headingAt(rows: readonly (readonly string[])[], kind: SheetKind): number {
  const at = headingRow(rows, columnsIn(kind));
  if (at >= 0) return at;
  const [first = []] = rows;
  const isNamed = first.some((cell) => columnOf(cell, kind.headings) !== undefined);
  return isNamed && !first.some(isAmount) ? 0 : -1;
}

export const filledRows = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  rows.filter((row) => row.some((cell) => cell !== ''));

/** The rows of a sheet by what their cells are: by the heading where there is one, else by what they look like. */
export function readColumns(table: readonly (readonly string[])[], kind: SheetKind): readonly RowTexts[] {
  const rows = filledRows(table);
  const columns = kind.columns.map(({ is }) => is);
  const at = headingAt(rows, kind);
  const heading = rows[at] ?? [];
  const named = heading.map((cell) => columnOf(cell, kind.headings));
  const body = rows.slice(at + 1).filter((row) => !isSameRow(row, heading)); // a long list prints it on every page
  const isNamed = named.some((column) => column !== undefined);
  const places = isNamed ? fromHeading(named) : fromContents(body, kind.withoutHeadings);
  return body.map((cells) => {
    const texts = COLUMN_NAMES.map((column) => [
      column,
      columns.includes(column) ? (cells[places[column] ?? -1] ?? '') : '',
    ]);
    return withUnitApart(Object.fromEntries(texts) as RowTexts, columns.includes('unit'));
  });
}

const isSameRow = (row: readonly string[], other: readonly string[]): boolean =>
  row.length === other.length && row.every((cell, index) => cell === other[index]);

type Places = { readonly [Column in ColumnName]?: number | undefined };

function fromHeading(columns: readonly (ColumnName | undefined)[]): Places {
  const found = COLUMN_NAMES.filter((column) => columns.includes(column));
  const places: Places = Object.fromEntries(found.map((column) => [column, columns.indexOf(column)]));
  // A sheet without a heading over its names has them in the first column that nothing else claims.
  const claimed = new Set(found.map((column) => places[column]));
  return { ...places, name: places.name ?? columns.findIndex((_, index) => !claimed.has(index)) };
}

/** The number is in the last column that mostly holds numbers, the texts are in the other ones. */
function fromContents(rows: readonly (readonly string[])[], { texts, number }: ImportKind['withoutHeadings']): Places {
  const isNumber = number === 'quantity' ? isQuantity : isAmount;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const places = Array.from({ length: width }, (_, index) => index);
  const found = places.findLast((place) => rows.filter((row) => isNumber(row[place] ?? '')).length * 2 > rows.length);
  const others = places.filter((place) => place !== found);
  return { [number]: found, ...Object.fromEntries(texts.map((column, index) => [column, others[index]])) };
}

/**
 * 'R$ 38,90 / kg' → '38,90' and, where the sheet has no unit, 'kg'. '6,5 %' → '6,5'. A quantity of '320 g' is 320 and,
 * where the sheet has no other unit, 'g'.
 */
function withUnitApart(texts: RowTexts, hasUnit: boolean): RowTexts {
  if (texts.quantity !== '') return withQuantityApart(texts);
  const { amount, unit } = amountAndUnit(texts.amount);
  return { ...texts, amount, unit: texts.unit === '' && hasUnit ? unit : texts.unit };
}

function withQuantityApart(texts: RowTexts): RowTexts {
  const reading = readQuantity(texts.quantity);
  const unit = reading.kind === 'value' ? reading.value.unit : undefined;
  const text = texts.quantity.trim();
  if (unit === undefined || !text.endsWith(unit) || (texts.unit !== '' && texts.unit.trim() !== unit)) return texts;
  return { ...texts, quantity: text.slice(0, -unit.length).trim(), unit };
}

const isQuantity = (text: string): boolean => readQuantity(text).kind === 'value';

function amountAndUnit(text: string): { readonly amount: string; readonly unit: string } {
  const [, amount = text, unit = ''] = /^([^/]*\d[^/]*)\/\s*([^/\d]+)$/.exec(text) ?? [];
  return { amount: bareAmount(amount), unit: unit.trim() };
}

/** Without the signs that stand beside a number. What else is in it stays, to be seen and said. */
const bareAmount = (text: string): string => text.replaceAll(/R\$|%|\s/gi, '');

const isAmount = (text: string): boolean => readNumeral(amountAndUnit(text).amount, 'money').kind === 'value';
