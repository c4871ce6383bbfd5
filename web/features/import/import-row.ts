import { makeAutoObservable, observableRef } from 'mobx';
import { keepNumeralCharacters } from '#domain/numerals.ts';
import { isSameScope } from '#domain/business/scope.ts';
import { isSameValue } from '#domain/same-value.ts';
import { COLUMN_NAMES } from './columns.ts';
import type { ColumnName, HeldRow, ImportKind, ReadRow, RowErrors, RowReading, RowTexts } from './import-kind.ts';

/** What is done with a row whose name is there already, or with any that is left out. */
export type RowChoice = 'update' | 'add' | 'skip';

/** What will become of a row. */
export type Fate =
  | { readonly kind: 'wrong'; readonly errors: RowErrors }
  | { readonly kind: 'skip' }
  | { readonly kind: 'same' }
  | { readonly kind: 'add'; readonly row: ReadRow }
  | { readonly kind: 'update'; readonly held: HeldRow; readonly row: ReadRow };

interface RowOptions {
  /** From 1, as it is said. */
  readonly number: number;
  /** Its columns. */
  readonly kind: ImportKind;
  readonly texts: RowTexts;
}

/** One row of the preview: what stands in its cells, and what the owner wants done with it. */
export class ImportRow {
  readonly number: number;
  texts: RowTexts;
  /** None until somebody makes one. */
  choice: RowChoice | undefined = undefined;
  /** What the server said about it. */
  refusal: string | undefined = undefined;
  readonly #kind: ImportKind;

  constructor({ number, kind, texts }: RowOptions) {
    this.number = number;
    this.texts = texts;
    this.#kind = kind;
    makeAutoObservable(this, { number: false, texts: observableRef, fate: false }, { autoBind: true });
  }

  type(column: ColumnName, text: string): void {
    this.texts = { ...this.texts, [column]: column === 'amount' ? keepNumeralCharacters(text) : text };
    this.refusal = undefined;
  }

  choose(choice: RowChoice): void {
    this.choice = choice;
    this.refusal = undefined;
  }

  refuse(sentence: string): void {
    this.refusal = sentence;
  }

  /**
   * @param held what has this row's name already
   * @param isRepeated an earlier row of the sheet has the name too
   * @param sheet all rows, this one among them
   */
  fate(held: HeldRow | undefined, isRepeated: boolean, sheet: readonly RowTexts[]): Fate {
    const choice = this.choiceOf(held, isRepeated);
    if (choice === 'skip') return { kind: 'skip' };
    const target = choice === 'update' ? held : undefined;
    const alone = readRow(this.texts, this.#kind, target);
    const reading = alone.ok ? (this.#kind.together?.(alone.row, this.number - 1, sheet) ?? alone) : alone;
    if (!reading.ok) return { kind: 'wrong', errors: reading.errors };
    const { row } = reading;
    if (!target) return { kind: 'add', row };
    return isSame(target, row) ? { kind: 'same' } : { kind: 'update', held: target, row };
  }

  /** What was chosen where it is possible, else what is most likely meant. */
  choiceOf(held: HeldRow | undefined, isRepeated: boolean): RowChoice {
    if (this.choice !== undefined && (this.choice !== 'update' || held)) return this.choice;
    if (isRepeated) return 'skip';
    return held ? 'update' : 'add';
  }
}

/** The row's values, or a sentence for each cell that is wrong. */
function readRow(texts: RowTexts, kind: ImportKind, held: HeldRow | undefined): RowReading {
  const row: Partial<Record<ColumnName, unknown>> = {};
  const errors: Partial<Record<ColumnName, string>> = {};
  for (const { is: column, read, keepsHeld } of kind.columns) {
    if (keepsHeld && held && texts[column].trim() === '') row[column] = held[column];
    else {
      const reading = read(texts[column]);
      if (reading.ok) row[column] = reading.value;
      else errors[column] = reading.sentence;
    }
  }
  // A sheet without packs says the price of one unit: one that follows from a pack is no news.
  if (held?.derivedPrice !== undefined && !row.pack && row.amount === held.derivedPrice)
    Object.assign(row, { amount: held.amount, pack: held.pack });
  return Object.keys(errors).length === 0 ? { ok: true, row: row as ReadRow } : { ok: false, errors };
}

/** Do two rows say the same of what they are about? */
export const isSame = (a: ReadRow, b: ReadRow): boolean =>
  isSameScope(a.channels ?? null, b.channels ?? null) &&
  COLUMN_NAMES.every(
    (column) => column === 'name' || column === 'channels' || isSameValue(a[column] ?? null, b[column] ?? null),
  );
