import { textOf } from '../import/read-file.ts';
import { parseSheet } from '../import/sheet-text.ts';
import { findLayout, type Rows } from './find-layout.ts';
import { MAX_REPORT_BYTES, NO_LINES, OLD_EXCEL, TOO_LARGE } from './file-limits.ts';
import { isReadable } from './report-columns.ts';
import { ReportRefused } from './report-refused.ts';

const MAX_ROWS = 50_000;

/** The table of a file, whichever kind it is. @throws ReportRefused with a sentence */
export async function reportRows(bytes: Uint8Array): Promise<Rows> {
  if (bytes.length > MAX_REPORT_BYTES) throw new ReportRefused(TOO_LARGE);
  const rows = await rowsIn(bytes);
  if (rows.length === 0) throw new ReportRefused(NO_LINES);
  if (rows.length > MAX_ROWS) throw new ReportRefused(TOO_LARGE);
  return rows;
}

async function rowsIn(bytes: Uint8Array): Promise<Rows> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new ReportRefused(OLD_EXCEL);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return parseSheet(textOf(bytes));
  // Whoever brings a CSV never fetches the reader of Excel files.
  const { xlsxSheets } = await import('./xlsx-rows.ts');
  const sheets = (await xlsxSheets(bytes)).filter((rows) => rows.length > 0);
  return sheets.find((rows) => isReadable(findLayout(rows).columns)) ?? sheets[0] ?? [];
}
