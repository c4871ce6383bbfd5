import { makeAutoObservable, observableRef } from 'mobx';
import { readAmount } from '#contract/amounts.ts';
import { readName, readUnit } from '#contract/names.ts';
import { keepNumeralCharacters } from '#domain/numerals.ts';
import type { ColumnName, RowTexts } from './columns.ts';
import type { HeldRow, ImportKind, ReadRow } from './import-kinds.ts';

export type RowErrors = { readonly [Column in ColumnName]?: string };

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
   */
  fate(held: HeldRow | undefined, isRepeated: boolean): Fate {
    const choice = this.choiceOf(held, isRepeated);
    if (choice === 'skip') return { kind: 'skip' };
    const target = choice === 'update' ? held : undefined;
    const { row, errors } = readRow(this.texts, this.#kind, target);
    if (!row) return { kind: 'wrong', errors };
    if (!target) return { kind: 'add', row };
    return target.amount === row.amount && target.unit === row.unit
      ? { kind: 'same' }
      : { kind: 'update', held: target, row };
  }

  /** What was chosen where it is possible, else what is most likely meant. */
  choiceOf(held: HeldRow | undefined, isRepeated: boolean): RowChoice {
    if (this.choice !== undefined && (this.choice !== 'update' || held)) return this.choice;
    if (isRepeated) return 'skip';
    return held ? 'update' : 'add';
  }
}

/** The row's values, or a sentence for each cell that is wrong. Something held keeps its unit where the sheet has none. */
function readRow(texts: RowTexts, kind: ImportKind, held: HeldRow | undefined): { row?: ReadRow; errors: RowErrors } {
  const name = readName(texts.name);
  const unit = unitOf(texts, kind, held);
  const amount = readAmount(texts.amount, kind.rule);
  if (name.ok && unit.ok && amount.ok)
    return { row: { name: name.name, unit: unit.name, amount: amount.units }, errors: {} };
  return {
    errors: {
      ...(name.ok ? {} : { name: name.sentence }),
      ...(unit.ok ? {} : { unit: unit.sentence }),
      ...(amount.ok ? {} : { amount: amount.sentence }),
    },
  };
}

function unitOf({ unit }: RowTexts, { hasUnit }: ImportKind, held: HeldRow | undefined): ReturnType<typeof readUnit> {
  if (!hasUnit) return { ok: true, name: '' };
  return unit.trim() === '' && held ? { ok: true, name: held.unit } : readUnit(unit);
}
