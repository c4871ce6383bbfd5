import type { NameReading } from '#domain/names.ts';
import { plainText } from '#domain/text.ts';
import { readNumeral } from '#domain/numerals.ts';
import { readQuantity } from '#domain/units/written.ts';
import { NOUN_HEADINGS } from './headings.ts';
import type { CellReading, ColumnName, Headings, ImportKind, RowTexts } from './import-kind.ts';

/** In this order headings are looked up: one that fits two columns is that of the first. */
export const COLUMN_NAMES = Object.keys(NOUN_HEADINGS) as readonly ColumnName[];

/** Sheets of the program itself have columns that say nothing new. */
export const columnOf = (heading: string, headings: Headings): ColumnName | undefined => {
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

/**
 * 'R$ 38,90 / kg' → '38,90' and, where the sheet has no unit, 'kg'. '6,5 %' → '6,5'. A quantity of '320 g' is 320 and,
 * where the sheet has no other unit, 'g'.
 */
export function withUnitApart(texts: RowTexts, hasUnit: boolean): RowTexts {
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

function amountAndUnit(text: string): { readonly amount: string; readonly unit: string } {
  const [, amount = text, unit = ''] = /^([^/]*\d[^/]*)\/\s*([^/\d]+)$/.exec(text) ?? [];
  return { amount: bareAmount(amount), unit: unit.trim() };
}

/** Without the signs that stand beside a number. What else is in it stays, to be seen and said. */
const bareAmount = (text: string): string => text.replaceAll(/R\$|%|\s/gi, '');

export const isAmount = (text: string): boolean => readNumeral(amountAndUnit(text).amount, 'money').kind === 'value';

/** A name or another text as a cell. */
export const ofText =
  <Text extends string | null>(read: (text: string) => NameReading<Text>) =>
  (text: string): CellReading<Text> => {
    const reading = read(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  };
