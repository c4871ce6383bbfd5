import { salesFrom } from '#contract/entities/sales.ts';
import type { Business } from '#domain/business/state.ts';
import { removedDishNamesIn, type SalesReply } from '../mix/sales-loader.ts';
import { businessWorkbook, type ResultSheetFigures } from './business-workbook.ts';
import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx';
import type { BusinessWorkbook, WorkbookCell } from './workbook-cells.ts';
import { FORMAT } from '../files/workbook-layout.ts';

/** The workbook as an .xlsx file. Its shared strings are always texts, never formulas, whatever they begin with. */
export function workbookFile({ sheets }: Pick<BusinessWorkbook, 'sheets'>): Uint8Array<ArrayBuffer> {
  const workbook: WorkBook = utils.book_new();
  workbook.Custprops = { [FORMAT.property]: FORMAT.version };
  for (const { name, rows } of sheets) {
    const sheet = utils.aoa_to_sheet(
      rows.map((cells) => cells.map(cellObject)),
      { dense: true },
    );
    utils.book_append_sheet(workbook, sheet, name);
  }
  return new Uint8Array(
    write(workbook, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer,
  );
}

function cellObject(cell: WorkbookCell): CellObject | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return { t: 's', v: escapeUnderscores(cell) };
  return typeof cell === 'number' ? { t: 'n', v: cell } : { t: 'n', f: cell.formula, v: cell.value };
}

/** Excel reads _x0041_ in a text as A, so the first underscore is escaped. */
const escapeUnderscores = (text: string): string => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface WorkbookFile {
  readonly file: Blob;
  /** `YYYY-MM`: the oldest exported month of sales; null if all are exported. */
  readonly salesFrom: string | null;
  /** `YYYY-MM-DD`: the oldest exported day of purchases; null if all are exported. */
  readonly purchasesFrom: string | null;
}

/** A writer of one workbook, in this thread or in a worker. */
export interface WorkbookWriter {
  /** Sales come in parts, because a large message would block the page. */
  addSales(sales: SalesReply): Promise<void>;
  write(state: Business, figures: ResultSheetFigures): Promise<WorkbookFile>;
  close(): void;
}

/** A writer that works in the calling thread. */
export function workbookWriter(): WorkbookWriter {
  const sales: SalesReply[number][] = [];
  return {
    addSales(part) {
      sales.push(...part);
      return Promise.resolve();
    },
    write(state, figures) {
      const workbook = businessWorkbook({
        state: { ...state, sales: salesFrom(sales) },
        figures,
        removedDishNames: removedDishNamesIn(sales),
      });
      const file = new Blob([workbookFile(workbook)], { type: XLSX });
      const { salesFrom: firstMonth, purchasesFrom } = workbook;
      return Promise.resolve({ file, salesFrom: firstMonth, purchasesFrom });
    },
    close: () => undefined,
  };
}
