import { csvLine } from '#contract/csv.ts';
import type { ImportKind } from './import-kinds.ts';
import type { ImportRow } from './import-row.ts';

/** Rows as a text to be put right by hand: `readColumns(parseSheet(…))` gives the very same ones again. */
export function textOfRows(rows: readonly ImportRow[], { hasUnit, words }: ImportKind): string {
  const heading = hasUnit ? ['Nome', 'Unidade', words.amount] : ['Nome', words.amount];
  const lines = rows.map(({ texts }) =>
    hasUnit ? [texts.name, texts.unit, texts.amount] : [texts.name, texts.amount],
  );
  return [heading, ...lines].map(csvLine).join('');
}
