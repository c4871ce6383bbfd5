import { salesFrom } from '#contract/entities/sales.ts';
import type { Business } from '#domain/business/state.ts';
import { goneNamesIn, type ListedSales } from '../mix/sales-reading.ts';
import { businessWorkbook, type SheetFigures } from './business-workbook.ts';
import { workbookFile } from './workbook-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface WrittenWorkbook {
  readonly file: Blob;
  /** `YYYY-MM`: older months of sales stayed out; null: all of them are in. */
  readonly salesFrom: string | null;
}

/** Writes one workbook, wherever it does its work. */
export interface WorkbookWriter {
  /** What was sold comes in parts: no message is so large that the page stands still for it. */
  addSales(sales: ListedSales): Promise<void>;
  write(state: Business, figures: SheetFigures): Promise<WrittenWorkbook>;
  close(): void;
}

/** Works where it is called. */
export function workbookWriter(): WorkbookWriter {
  const sales: ListedSales[number][] = [];
  return {
    addSales(part) {
      sales.push(...part);
      return Promise.resolve();
    },
    write(state, figures) {
      const workbook = businessWorkbook({
        state: { ...state, sales: salesFrom(sales) },
        figures,
        goneNames: goneNamesIn(sales),
      });
      const file = new Blob([workbookFile(workbook)], { type: XLSX });
      return Promise.resolve({ file, salesFrom: workbook.salesFrom });
    },
    close: () => undefined,
  };
}
