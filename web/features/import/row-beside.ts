import { isSameValue } from '#domain/same-value.ts';
import type { ImportKind, ReadRow } from '../fields/import-kind.ts';

/** A row in a sentence beside another one: what `shown` leaves out is said where they differ in it. */
export const rowBeside = (
  { shown, columns }: Pick<ImportKind, 'shown' | 'columns'>,
  row: ReadRow,
  other: ReadRow | undefined,
): string =>
  [
    shown(row),
    ...columns.flatMap(({ is, said }) => (said && other && !isSameValue(row[is], other[is]) ? [said(row[is])] : [])),
  ].join(', ');
