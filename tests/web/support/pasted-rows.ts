import type { Business } from '#domain/business/state.ts';
import { textSheet } from '#web/features/files/read-file.ts';
import { textRows } from '#web/features/files/table.ts';
import { columnsIn } from '#web/features/fields/columns.ts';
import type { ImportTab } from '#web/features/navigation/import-address.ts';
import type { Answers, ImportKind, RowTexts } from '#web/features/fields/import-kind.ts';
import { readSheet } from '#web/features/import/read-sheet.ts';
import { type Review, reviewRows } from '#web/features/import/review.ts';
import { importKind } from '#web/features/import/import-kinds.ts';

/** The cells of a text as the import reads them, without empty rows. */
export const pastedCells = (
  text: string,
  known: (cells: readonly string[]) => number = () => 0,
): readonly (readonly string[])[] =>
  textRows(textSheet(text, known), false).filter((row) => row.some((cell) => cell !== ''));

/** The rows of a text as a list reads them. */
export const pastedRows = (text: string, kind: ImportKind): readonly RowTexts[] =>
  readSheet(textSheet(text, columnsIn(kind)), { kind, withHidden: false, names: new Set() }).lines.map(
    ({ texts }) => texts,
  );

/** The review of a text that is pasted into a list. */
export function reviewOf(tab: ImportTab, text: string, state: Business, answers: Answers = {}): Review {
  const rows = pastedRows(
    text,
    importKind(tab, () => state),
  ).map((texts, index) => ({
    number: index + 1,
    line: index + 2,
    texts,
  }));
  return reviewRows({ tab, state, rows, answers });
}
