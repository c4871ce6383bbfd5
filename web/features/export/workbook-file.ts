import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx';
import type { BusinessWorkbook, WorkbookCell } from './workbook-cells.ts';
import { FORMAT } from '../files/workbook-layout.ts';

/** The workbook as an .xlsx file. Its shared strings are texts whatever they begin with, never formulas. */
export function workbookFile({ sheets }: Pick<BusinessWorkbook, 'sheets'>): Uint8Array<ArrayBuffer> {
  const workbook: WorkBook = utils.book_new();
  workbook.Custprops = { [FORMAT.property]: FORMAT.version };
  for (const { name, rows } of sheets) {
    const sheet = utils.aoa_to_sheet(
      rows.map((cells) => cells.map(cellOf)),
      { dense: true },
    );
    utils.book_append_sheet(workbook, sheet, name);
  }
  return new Uint8Array(
    write(workbook, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer,
  );
}

function cellOf(cell: WorkbookCell): CellObject | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return { t: 's', v: unescaped(cell) };
  return typeof cell === 'number' ? { t: 'n', v: cell } : { t: 'n', f: cell.formula, v: cell.value };
}

/** Excel takes _x0041_ in a text for an A; so written, its first sign stands for itself. */
const unescaped = (text: string): string => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
