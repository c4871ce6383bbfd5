import type { SheetName } from '../files/workbook-layout.ts';
import type { WorkbookOutcome } from './workbook-review.ts';

/** How the rows of a sheet end, in numbers. */
export type SheetTally = Readonly<Record<WorkbookOutcome['kind'] | 'done', number>>;

/** A row that does not come in, and why. */
export interface LeftOutRow {
  /** From 1: its place among all rows. */
  readonly number: number;
  readonly sheet: SheetName;
  readonly line: number;
  readonly sentence: string;
}

export interface WorkbookView {
  /** Those with rows, in the order of the workbook. */
  readonly sheets: readonly (readonly [name: SheetName, tally: SheetTally])[];
  /** The first of them. */
  readonly refused: readonly LeftOutRow[];
  /** By the reason, how many rows are left out with which nothing is wrong. */
  readonly others: readonly (readonly [sentence: string, rows: number])[];
}

const SHOWN = 200;

/** @param done numbers of rows that have come in with an earlier part */
export function workbookView(outcomes: readonly WorkbookOutcome[], done: ReadonlySet<number>): WorkbookView {
  const sheets = new Map<SheetName, Record<keyof SheetTally, number>>();
  const others = new Map<string, number>();
  const refused: LeftOutRow[] = [];
  for (const [index, { sheet, line, kind, sentence = '' }] of outcomes.entries()) {
    const tally = sheets.get(sheet) ?? { add: 0, update: 0, same: 0, refused: 0, other: 0, done: 0 };
    sheets.set(sheet, tally);
    tally[done.has(index + 1) ? 'done' : kind] += 1;
    if (kind === 'other') others.set(sentence, (others.get(sentence) ?? 0) + 1);
    if (kind === 'refused' && refused.length < SHOWN) refused.push({ number: index + 1, sheet, line, sentence });
  }
  return { sheets: [...sheets], refused, others: [...others] };
}
