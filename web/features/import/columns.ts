import { plainText } from '#contract/plain-text.ts';
import { readNumeral } from '#domain/numerals.ts';

/** What a row says, as text: no more than is in the sheet. */
export interface RowTexts {
  readonly name: string;
  readonly unit: string;
  readonly amount: string;
}

export type ColumnName = keyof RowTexts;

/** Beginnings of what people write above a column, without accents, in small letters. */
const WORDS: Readonly<Record<ColumnName, readonly string[]>> = {
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida', 'embalagem'],
  amount: [
    'preco',
    'valor',
    'percent',
    'porcent',
    '%',
    'taxa (%)',
    'aliquota',
    'custo unit',
    'custo por',
    'r$',
    'mensal',
  ],
  name: ['nome', 'insumo', 'ingrediente', 'produto', 'item', 'descri', 'despesa', 'custo', 'taxa', 'conta', 'material'],
};

/** Sheets of the program itself have columns that say nothing new. */
const columnOf = (heading: string): ColumnName | undefined => {
  const text = plainText(heading.trim());
  const names: readonly ColumnName[] = ['unit', 'amount', 'name'];
  return names.find((name) => WORDS[name].some((word) => (word.length < 4 ? text === word : text.startsWith(word))));
};

/** The rows of a sheet by what their cells are: by the heading where there is one, else by what they look like. */
export function readColumns(rows: readonly (readonly string[])[], hasUnit: boolean): readonly RowTexts[] {
  const [first = []] = rows;
  const isHeading = first.some((cell) => columnOf(cell) !== undefined) && !first.some(isAmount);
  const body = isHeading ? rows.slice(1) : rows;
  const places = isHeading ? fromHeading(first) : fromContents(body, hasUnit);
  return body.map((cells) => {
    const cellAt = (column: ColumnName): string => cells[places[column] ?? -1] ?? '';
    return withUnitApart(
      { name: cellAt('name'), unit: hasUnit ? cellAt('unit') : '', amount: cellAt('amount') },
      hasUnit,
    );
  });
}

type Places = { readonly [Column in ColumnName]?: number | undefined };

function fromHeading(headings: readonly string[]): Places {
  const columns = headings.map(columnOf);
  const place = (column: ColumnName): number | undefined => {
    const index = columns.indexOf(column);
    return index < 0 ? undefined : index;
  };
  const amount = place('amount');
  const unit = place('unit');
  // A sheet without a heading over its names has them in the first column that nothing else claims.
  const unclaimed = headings.findIndex((_, index) => index !== amount && index !== unit);
  return { unit, amount, name: place('name') ?? unclaimed };
}

/** The amount is in the last column that mostly holds numbers, the name in the first other one, the unit in the next. */
function fromContents(rows: readonly (readonly string[])[], hasUnit: boolean): Places {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => index);
  const amount = columns.findLast(
    (column) => rows.filter((row) => isAmount(row[column] ?? '')).length * 2 > rows.length,
  );
  const others = columns.filter((column) => column !== amount);
  return { amount, name: others[0], unit: hasUnit ? others[1] : undefined };
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
