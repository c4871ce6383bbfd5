import { csvFile } from '#contract/csv.ts';
import { type Shown, type TableName, TABLES } from './tables.ts';

/** The day on the owner's own calendar: '2026-03-09'. */
const dayOf = (now: Date): string => new Intl.DateTimeFormat('sv-SE').format(now);

export const sheetName = (table: TableName, now: Date): string => `prumo-${table}-${dayOf(now)}.csv`;

/** Made here, of what is shown: the same for an owner, a guest and somebody who only looks around. */
export function downloadSheet(table: TableName, shown: Shown): void {
  const file = new Blob([csvFile(TABLES[table](shown))], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = sheetName(table, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
