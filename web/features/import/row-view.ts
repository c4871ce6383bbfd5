import { formatCount } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { NewerValue } from '../entry/conflict-sentences.ts';
import type { ColumnName, ExistingRow, ImportKind, ReadRow, RowErrors, RowTexts } from '../fields/import-kind.ts';
import { type RowOutcome, isSame, type ListRow, type Review, type RowChoice } from './review.ts';

/** A row of the preview, formatted. */
export interface RowView {
  readonly number: number;
  /** The row number in the spreadsheet. */
  readonly line: number;
  /** The name of the sheet; '' if there is only one. */
  readonly sheet: string;
  readonly texts: RowTexts;
  readonly outcome: RowOutcome['kind'];
  /** A sentence about the outcome. */
  readonly sentence: string;
  readonly errors: RowErrors;
  /** The values that apply where a cell is empty. */
  readonly hints: { readonly [Column in ColumnName]?: string };
  readonly choice: RowChoice;
  readonly choices: readonly RowChoice[];
}

interface ViewOptions {
  readonly review: Review;
  readonly row: ListRow;
  readonly sheet: string;
  readonly newer: NewerRow | undefined;
  /** @param number the number of a row */
  readonly lineOf: (number: number) => number;
}

export function rowView({
  review: { kind, rowOutcomes, existingRows },
  row,
  sheet,
  newer,
  lineOf,
}: ViewOptions): RowView {
  const index = row.number - 1;
  const rowOutcome = rowOutcomes[index] as RowOutcome;
  const existing = existingRows[index];
  return {
    number: row.number,
    line: row.line,
    sheet,
    texts: row.texts,
    outcome: rowOutcome.kind,
    sentence: `${newsText(kind, newer)}${outcomeText(rowOutcome, kind, lineOf)}`,
    errors: rowOutcome.kind === 'wrong' ? rowOutcome.errors : {},
    hints: existing ? hintsOf(kind, existing) : {},
    choice: row.choice ?? (existing ? 'update' : 'add'),
    choices: [
      ...(existing ? (['update'] as const) : []),
      ...(existing && kind.equalRows === 'add_up' ? [] : (['add'] as const)),
      'skip',
    ],
  };
}

const hintsOf = ({ columns }: ImportKind, existing: ExistingRow): RowView['hints'] =>
  Object.fromEntries(
    columns.flatMap(({ is, keepsExisting, toCell }) => {
      const value = keepsExisting ? existing[is] : undefined;
      const hint = typeof value === 'string' ? value : value === undefined ? undefined : toCell?.(value);
      return hint === undefined ? [] : [[is, hint]];
    }),
  );

function outcomeText(rowOutcome: RowOutcome, kind: ImportKind, lineOf: ViewOptions['lineOf']): string {
  switch (rowOutcome.kind) {
    case 'wrong':
      return 'Falta corrigir. Fica de fora por enquanto.';
    case 'refused':
      return `Fica de fora. ${rowOutcome.sentence}`;
    case 'waiting':
      return 'Falta responder acima. Fica de fora por enquanto.';
    case 'skip':
      return 'Fica de fora.';
    case 'other':
      return `Fica de fora: vale a linha ${formatCount(lineOf(rowOutcome.number))}.`;
    case 'equal':
      return `Igual à linha ${formatCount(lineOf(rowOutcome.number))}.`;
    case 'summed':
      return `Somada à linha ${formatCount(lineOf(rowOutcome.number))}.`;
    case 'same':
      return 'Já está igual.';
    case 'add':
      return 'Vai incluir.';
    case 'update':
      return (
        kind.updateSentence?.(rowOutcome.existing, rowOutcome.row) ??
        `Vai atualizar ${kind.words.amountWithArticle} de ${rowComparedWith(kind, rowOutcome.existing, rowOutcome.row)} para ${rowComparedWith(kind, rowOutcome.row, rowOutcome.existing)}.`
      );
    default:
      return rowOutcome satisfies never;
  }
}

/** A row in a sentence beside another one: fields that the row's text leaves out are included if they differ. */
export const rowComparedWith = (
  { rowText, columns }: Pick<ImportKind, 'rowText' | 'columns'>,
  row: ReadRow,
  other: ReadRow | undefined,
): string =>
  [
    rowText(row),
    ...columns.flatMap(({ is, toSentence }) =>
      toSentence && other && !isSameValue(row[is], other[is]) ? [toSentence(row[is])] : [],
    ),
  ].join(', ');

/** The value that a row was reviewed against, the one that somebody has saved since, and the row's own. */
export interface NewerRow {
  /** The earlier entity; undefined if there was none. */
  readonly earlierRow: ExistingRow | undefined;
  readonly savedRow: ExistingRow;
  readonly importedRow: ReadRow;
}

/** @param seenRows the list when the row was reviewed, by id */
export function newerRow(rowOutcome: RowOutcome, seenRows: ReadonlyMap<string, ExistingRow>): NewerRow | undefined {
  if (rowOutcome.kind !== 'update') return undefined;
  const { existing: savedRow, row: importedRow } = rowOutcome;
  const earlierRow = seenRows.get(savedRow.id);
  return earlierRow && isSame(earlierRow, savedRow) ? undefined : { earlierRow, savedRow, importedRow };
}

export const newerInWords = (kind: ImportKind, { earlierRow, savedRow, importedRow }: NewerRow): NewerValue => ({
  name: savedRow.name,
  before: earlierRow && rowComparedWith(kind, earlierRow, savedRow),
  current: rowComparedWith(kind, savedRow, importedRow),
  planned: rowComparedWith(kind, importedRow, savedRow),
});

/** A sentence about news, shown before the outcome of the row. */
function newsText(kind: ImportKind, newer: NewerRow | undefined): string {
  if (newer === undefined) return '';
  return newer.earlierRow
    ? `Mudou enquanto isso: era ${rowComparedWith(kind, newer.earlierRow, newer.savedRow)}. `
    : 'Entrou na lista enquanto isso. ';
}
