import { csvLine } from '#contract/csv.ts';
import type { ImportKind } from './import-kind.ts';
import type { ImportRow } from './import-row.ts';

/** Rows as a text to be put right by hand: `readColumns(parseSheet(…))` gives the very same ones again. */
export function textOfRows(rows: readonly ImportRow[], { columns }: ImportKind): string {
  const heading = columns.map(({ label }) => label);
  const lines = rows.map(({ texts }) => columns.map(({ is }) => texts[is]));
  return [heading, ...lines].map(csvLine).join('');
}
