import { csvFile } from '#contract/csv.ts';
import { fileName, saveFile } from './save-file.ts';
import { type ExportSource, type TableName, TABLES } from './tables.ts';

/** Made here, of what is shown: the same for an owner, a guest and somebody who only looks around. */
export function downloadSheet(table: TableName, shown: ExportSource): void {
  const file = new Blob([csvFile(TABLES[table](shown))], { type: 'text/csv;charset=utf-8' });
  saveFile(file, fileName(table, 'csv', new Date()));
}
