import type { SheetName } from '../files/workbook-layout.ts';
import type { WorkbookOutcome } from './workbook-review.ts';

/** The number of a sheet's rows by outcome. */
export type SheetTally = Readonly<Record<WorkbookOutcome['kind'] | 'done', number>>;

/** A row that was refused, with the reason. */
export interface RefusedRow {
  /** The number among all rows of the file, from 1; `line` counts in its own sheet. */
  readonly number: number;
  readonly sheet: SheetName;
  readonly line: number;
  readonly sentence: string;
}

export interface WorkbookView {
  /** The sheets with rows, in the order of the workbook. */
  readonly sheets: readonly (readonly [name: SheetName, tally: SheetTally])[];
  /** The first refused rows. */
  readonly refused: readonly RefusedRow[];
  /** The number of rows that are left out without a problem, by reason. */
  readonly ignored: readonly (readonly [
    sentence: string,
    count: { readonly sheet: SheetName; readonly rows: number },
  ])[];
}

const MAX_REFUSED = 200;

/** @param importedNumbers the numbers of rows that were imported with an earlier part */
export function workbookView(outcomes: readonly WorkbookOutcome[], importedNumbers: ReadonlySet<number>): WorkbookView {
  const sheets = new Map<SheetName, Record<keyof SheetTally, number>>();
  const ignored = new Map<string, { sheet: SheetName; rows: number }>();
  const refused: RefusedRow[] = [];
  for (const [index, { sheet, line, kind, sentence = '' }] of outcomes.entries()) {
    const tally = sheets.get(sheet) ?? { add: 0, update: 0, same: 0, refused: 0, ignored: 0, done: 0 };
    sheets.set(sheet, tally);
    tally[importedNumbers.has(index + 1) ? 'done' : kind] += 1;
    if (kind === 'ignored') ignored.set(sentence, { sheet, rows: (ignored.get(sentence)?.rows ?? 0) + 1 });
    if (kind === 'refused' && refused.length < MAX_REFUSED) refused.push({ number: index + 1, sheet, line, sentence });
  }
  return { sheets: [...sheets], refused, ignored: [...ignored] };
}
