import { count } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { Newer } from '../entry/conflict-sentences.ts';
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

export function viewOf({
  review: { kind, outcomes, held: existingRows },
  row,
  sheet,
  newer,
  lineOf,
}: ViewOptions): RowView {
  const index = row.number - 1;
  const rowOutcome = outcomes[index] as RowOutcome;
  const held = existingRows[index];
  return {
    number: row.number,
    line: row.line,
    sheet,
    texts: row.texts,
    outcome: rowOutcome.kind,
    sentence: `${newsText(kind, newer)}${outcomeText(rowOutcome, kind, lineOf)}`,
    errors: rowOutcome.kind === 'wrong' ? rowOutcome.errors : {},
    hints: held ? hintsFrom(kind, held) : {},
    choice: row.choice ?? (held ? 'update' : 'add'),
    choices: [
      ...(held ? (['update'] as const) : []),
      ...(held && kind.equals === 'sum' ? [] : (['add'] as const)),
      'skip',
    ],
  };
}

const hintsFrom = ({ columns }: ImportKind, held: ExistingRow): RowView['hints'] =>
  Object.fromEntries(
    columns.flatMap(({ is, keepsExisting, written }) => {
      const value = keepsExisting ? held[is] : undefined;
      const hint = typeof value === 'string' ? value : value === undefined ? undefined : written?.(value);
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
      return `Fica de fora: vale a linha ${count(lineOf(rowOutcome.number))}.`;
    case 'equal':
      return `Igual à linha ${count(lineOf(rowOutcome.number))}.`;
    case 'summed':
      return `Somada à linha ${count(lineOf(rowOutcome.number))}.`;
    case 'same':
      return 'Já está igual.';
    case 'add':
      return 'Vai incluir.';
    case 'update':
      return (
        kind.updating?.(rowOutcome.held, rowOutcome.row) ??
        `Vai atualizar ${kind.words.theAmount} de ${rowComparedWith(kind, rowOutcome.held, rowOutcome.row)} para ${rowComparedWith(kind, rowOutcome.row, rowOutcome.held)}.`
      );
    default:
      return rowOutcome satisfies never;
  }
}

/** A row in a sentence beside another one: fields that `shown` leaves out are included if they differ. */
export const rowComparedWith = (
  { shown, columns }: Pick<ImportKind, 'shown' | 'columns'>,
  row: ReadRow,
  other: ReadRow | undefined,
): string =>
  [
    shown(row),
    ...columns.flatMap(({ is, said }) => (said && other && !isSameValue(row[is], other[is]) ? [said(row[is])] : [])),
  ].join(', ');

/** The value that a row was reviewed against, the one that somebody has saved since, and the row's own. */
export interface NewerRow {
  /** The earlier entity; undefined if there was none. */
  readonly was: ExistingRow | undefined;
  readonly now: ExistingRow;
  readonly mine: ReadRow;
}

/** @param known the list when the row was reviewed, by id */
export function newerRow(rowOutcome: RowOutcome, known: ReadonlyMap<string, ExistingRow>): NewerRow | undefined {
  if (rowOutcome.kind !== 'update') return undefined;
  const { held: now, row: mine } = rowOutcome;
  const was = known.get(now.id);
  return was && isSame(was, now) ? undefined : { was, now, mine };
}

export const newerInWords = (kind: ImportKind, { was, now, mine }: NewerRow): Newer => ({
  name: now.name,
  was: was && rowComparedWith(kind, was, now),
  now: rowComparedWith(kind, now, mine),
  mine: rowComparedWith(kind, mine, now),
});

/** A sentence about news, shown before the outcome of the row. */
function newsText(kind: ImportKind, newer: NewerRow | undefined): string {
  if (newer === undefined) return '';
  return newer.was
    ? `Mudou enquanto isso: era ${rowComparedWith(kind, newer.was, newer.now)}. `
    : 'Entrou na lista enquanto isso. ';
}
