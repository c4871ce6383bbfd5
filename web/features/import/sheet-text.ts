import { withoutGuard } from '#contract/csv.ts';

/** What may stand between two cells; the first of these that is found outside of quotes is what does. */
const DELIMITERS = ['\t', ';', ','] as const;

/**
 * Rows and cells of a text that was copied from a spreadsheet or is a CSV file, in quotes where the writer put them.
 * Lines without anything are left out, space around a cell that is not in quotes too. A quote that never closes is a
 * quote. What `csvLine` writes comes back as it was.
 */
export function parseSheet(text: string): readonly (readonly string[])[] {
  const found = new Set(cellsOf(text, DELIMITERS.join('')).map(({ endedBy }) => endedBy));
  const rows: string[][] = [[]];
  for (const { cell, endedBy } of cellsOf(text, DELIMITERS.find((delimiter) => found.has(delimiter)) ?? '')) {
    rows.at(-1)?.push(withoutGuard(cell));
    if (endedBy === '\n') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

interface Cell {
  readonly cell: string;
  /** A delimiter, '\n' for any end of a line, '' for the text's end. */
  readonly endedBy: string;
}

/** All cells one after the other. `delimiters`: every sign of it ends a cell. */
function cellsOf(text: string, delimiters: string): readonly Cell[] {
  const cells: Cell[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const { cell, end } = cellAt(text, at, delimiters);
    const sign = text[end] ?? '';
    cells.push({ cell, endedBy: sign === '\r' ? '\n' : sign });
    if (sign === '') return cells;
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
}

/** The cell that begins at `start`, and where it ends: at a delimiter, a line's end or the text's. */
function cellAt(text: string, start: number, delimiters: string): { readonly cell: string; readonly end: number } {
  const quote = openingQuote(text, start);
  const close = quote === undefined ? undefined : closingQuote(text, quote + 1);
  const from = close === undefined ? start : close + 1;
  let end = from;
  while (end < text.length && !`${delimiters}\r\n`.includes(text.charAt(end))) end += 1;
  const rest = text.slice(from, end).trim();
  if (quote === undefined || close === undefined) return { cell: rest, end };
  return { cell: text.slice(quote + 1, close).replaceAll('""', '"') + rest, end };
}

/** Only space may stand before it. */
function openingQuote(text: string, start: number): number | undefined {
  let at = start;
  while (text[at] === ' ') at += 1;
  return text[at] === '"' ? at : undefined;
}

/** A quote that is not one of two, with the end of the cell behind it. */
function closingQuote(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at += 1;
    else if (/^ *(?:[\t;,\r\n]|$)/.test(text.slice(at + 1, at + 40))) return at;
  }
  return undefined;
}
