import { unzipSync, zipSync } from 'fflate';
import readXlsx, { type CellValue } from 'read-excel-file/universal';
import type { Rows } from './find-layout.ts';
import { TOO_LARGE, UNREADABLE } from './file-limits.ts';
import { ReportRefused } from './report-refused.ts';

/** What unfolds from a report of a month is a tenth of it; more has been made to hurt. */
const MAX_UNPACKED = 40_000_000;
const MAX_ENTRIES = 200;
const MAX_CELLS = 2_000_000;
/** All that a table is made of; pictures and macros stay packed. */
const NEEDED =
  /^(?:\[Content_Types\]\.xml|_rels\/.*|xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+)\.xml|xl\/_rels\/workbook\.xml\.rels)$/;

/** Every sheet of an Excel file, its cells as a CSV would have them. For a worker: a large one takes its time. */
export async function xlsxSheets(bytes: Uint8Array): Promise<readonly Rows[]> {
  const harmless = repacked(bytes);
  try {
    const sheets = await readXlsx<string>(harmless, { parseNumber: numberText });
    return sheets.map(({ data }) => data.map((row) => row.map(cellText)));
  } catch {
    throw new ReportRefused(UNREADABLE);
  }
}

/**
 * The same file with nothing in it but what is needed, unpacked within bounds. The reader would unpack a large entry in a
 * worker of its own, from an address that the page's policy does not allow; what is stored as it is, it takes as it is.
 */
function repacked(bytes: Uint8Array): ArrayBuffer {
  let unpacked = 0;
  let entries = 0;
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw new ReportRefused(TOO_LARGE);
    if (!NEEDED.test(name)) return false;
    unpacked += originalSize;
    if (unpacked > MAX_UNPACKED) throw new ReportRefused(TOO_LARGE);
    return true;
  };
  try {
    const files = unzipSync(bytes, { filter });
    for (const [name, content] of Object.entries(files)) if (name.startsWith('xl/worksheets/')) checkPlaces(content);
    return zipSync(files, { level: 0 }).slice().buffer;
  } catch (error) {
    throw error instanceof ReportRefused ? error : new ReportRefused(UNREADABLE);
  }
}

/** The reader fills every gap: one cell in the last row of the last column would be seventeen thousand million of them. */
function checkPlaces(sheet: Uint8Array): void {
  const xml = new TextDecoder().decode(sheet);
  let lastRow = 1;
  let lastColumn = 1;
  for (const [, place = ''] of xml.matchAll(/[\s:]r\s*=\s*["']([^"']*)["']/g)) {
    if (place.includes('://')) continue; // declares a prefix: xmlns:r
    const [, column = '', row = ''] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
    if (row === '') throw new ReportRefused(TOO_LARGE);
    lastRow = Math.max(lastRow, Number(row));
    lastColumn = Math.max(lastColumn, columnNumber(column));
  }
  if (lastRow * lastColumn > MAX_CELLS) throw new ReportRefused(TOO_LARGE);
}

/** 'A' → 1, 'AA' → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** With a comma, and without what a fraction in base two leaves at its end. */
const numberText = (written: string): string => {
  const value = Number(written);
  return Number.isFinite(value) ? String(Number(value.toFixed(4))).replace('.', ',') : written;
};

function cellText(cell: CellValue<string> | null): string {
  if (cell === null) return '';
  const value: unknown = cell;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return typeof value === 'boolean' ? (value ? 'sim' : 'não') : String(value);
}
