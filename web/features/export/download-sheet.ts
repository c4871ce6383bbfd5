import { csvFile } from '#contract/csv.ts';
import { fileName, saveFile } from './save-file.ts';
import { type ExportSource, type TableName, TABLES } from './tables.ts';

/** The file is made in the browser from the data on screen, so that it works for owners, guests and the demo. */
export function downloadSheet(table: TableName, source: ExportSource): void {
  const file = new Blob([csvFile(TABLES[table](source))], { type: 'text/csv;charset=utf-8' });
  saveFile(file, fileName(table, 'csv', new Date()));
}
