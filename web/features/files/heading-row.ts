/** Counts the different columns that a row names. */
export type CountColumns = (cells: readonly string[]) => number;

/** The number of rows to search for headings: tills print a title, their address and the dates above. */
export const SEARCHED_ROWS = 40;

/**
 * The index of the heading row: among the first 40 rows the first one that names most different columns, at least two;
 * without one, the texts right above the first numbers. -1 if there is none. A row with a number or a date has no
 * headings.
 */
export function headingRow(rows: readonly (readonly string[])[], countColumns: CountColumns): number {
  const first = rows.slice(0, SEARCHED_ROWS);
  let best = { index: -1, count: 1 };
  for (const [index, row] of first.entries()) {
    if (row.some(isNumberOrDate)) continue;
    const count = countColumns(row);
    if (count > best.count) best = { index, count };
  }
  return best.index < 0 ? rowAboveNumbers(first) : best.index;
}

function rowAboveNumbers(rows: readonly (readonly string[])[]): number {
  const above = rows.findIndex((row) => row.some(isNumberOrDate)) - 1;
  const texts = rows[above]?.filter((cell) => cell.trim() !== '').length ?? 0;
  return texts > 1 ? above : -1;
}

/** Tells whether a cell is a value and no heading: 'R$ 4,90', '31/10/2026 20:15', '(12,00)', '320 g', '4,90/kg'. */
const isNumberOrDate = (cell: string): boolean =>
  /^[-−+(]?\s*\d[\d.,:/%()'’\s-]*(?:\/?\s*\p{L}{1,3}\.?|T[\d:.]+Z?)?$/u.test(cell.replaceAll(/R\$/gi, '').trim());
