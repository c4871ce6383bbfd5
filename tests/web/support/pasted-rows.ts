import { columnsIn, filledRows, readColumns } from '#web/features/import/columns.ts';
import type { ImportKind, RowTexts } from '#web/features/import/import-kind.ts';
import { textSheet } from '#web/features/files/read-file.ts';
import { textRows } from '#web/features/files/table.ts';

/** The cells of a text as they are brought in, without empty rows. @param columnsIn as a list knows its headings */
export const pastedCells = (
  text: string,
  known: (cells: readonly string[]) => number = () => 0,
): readonly (readonly string[])[] => filledRows(textRows(textSheet(text, known), false));

/** The rows of a text as a list reads them. */
export const pastedRows = (
  text: string,
  kind: Pick<ImportKind, 'columns' | 'headings' | 'withoutHeadings'>,
): readonly RowTexts[] => readColumns(pastedCells(text, columnsIn(kind)), kind);
