import type { NameReading } from '#domain/names.ts';
import { toSearchText } from '#domain/text.ts';
import { readNumeral } from '#domain/numerals.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import { NOUN_HEADINGS } from './headings.ts';
import type { CellReading, ColumnName, Headings, ImportKind, RowTexts } from './import-kind.ts';

/** The order in which headings are matched: a heading that fits two columns belongs to the first. */
export const COLUMN_NAMES = Object.keys(NOUN_HEADINGS) as readonly ColumnName[];

/** The column of a heading; sheets of the program itself also have columns that are ignored. */
export const columnOf = (heading: string, headings: Headings): ColumnName | undefined => {
  const text = toSearchText(heading.trim());
  return COLUMN_NAMES.find((name) =>
    headings[name].some((word) => (word.length < 4 ? text === word : text.startsWith(word))),
  );
};

type SheetKind = Pick<ImportKind, 'columns' | 'headings' | 'withoutHeadings'>;

/** The number of a list's columns that a row names. */
export const columnsIn =
  ({ columns, headings }: SheetKind) =>
  (cells: readonly string[]): number => {
    const named = new Set(cells.map((cell) => columnOf(cell, headings)));
    return columns.filter(({ is }) => named.has(is)).length;
  };

/**
 * Splits cells: 'R$ 38,90 / kg' → '38,90' and, if the sheet has no unit column, 'kg'. '6,5 %' → '6,5'. '320 g' → 320
 * and, if the sheet has no other unit, 'g'.
 */
export function splitUnits(texts: RowTexts, hasUnit: boolean): RowTexts {
  if (texts.quantity !== '') return splitQuantities(texts);
  const { amount, unit } = amountAndUnit(texts.amount);
  return { ...texts, amount, unit: texts.unit === '' && hasUnit ? unit : texts.unit };
}

function splitQuantities(texts: RowTexts): RowTexts {
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

/** The text without currency and percent signs. Anything else stays and is reported as wrong. */
const bareAmount = (text: string): string => text.replaceAll(/R\$|%|\s/gi, '');

export const isAmount = (text: string): boolean => readNumeral(amountAndUnit(text).amount, 'money').kind === 'value';

/** A text as a cell. */
export const textCell =
  <Text extends string | null>(read: (text: string) => NameReading<Text>) =>
  (text: string): CellReading<Text> => {
    const reading = read(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  };
