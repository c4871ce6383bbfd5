import type { SingleChange } from '#domain/business/commands.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { isSameScope } from '#domain/business/channel/scope.ts';
import type { Business } from '#domain/business/state.ts';
import { bounded } from '#domain/decimal.ts';
import { count } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { COLUMN_NAMES } from '../fields/columns.ts';
import { dryRun } from '../fields/dry-run.ts';
import type { ImportTab } from '../places/import-address.ts';
import type {
  Answers,
  ColumnName,
  ExistingRow,
  ImportKind,
  ImportQuestion,
  ReadRow,
  RowChange,
  RowErrors,
  RowReading,
  RowTexts,
  Settlement,
} from '../fields/import-kind.ts';
import { importKind } from './import-kinds.ts';

/** The owner's choice for a row. */
export type RowChoice = 'update' | 'add' | 'skip';

/** A row of the file with the owner's edits. */
export interface ListRow {
  /** The number among the rows of all sheets, from 1. */
  readonly number: number;
  /** The row number in the spreadsheet. */
  readonly line: number;
  readonly texts: RowTexts;
  readonly choice?: RowChoice | undefined;
  /** Whether it was imported with an earlier part. */
  readonly isDone?: boolean;
  /** The key of the question about the file that it waits for. */
  readonly waitsFor?: string | undefined;
}

/** The outcome of a row. Numbers are those of other rows that are imported in its place. */
export type RowOutcome =
  | { readonly kind: 'wrong'; readonly errors: RowErrors }
  /** The business would refuse the row. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'waiting'; readonly question: string }
  | { readonly kind: 'skip' }
  | { readonly kind: 'other'; readonly number: number }
  | { readonly kind: 'equal'; readonly number: number }
  | { readonly kind: 'summed'; readonly number: number }
  | { readonly kind: 'same'; readonly held: ExistingRow }
  | { readonly kind: 'add'; readonly row: ReadRow }
  | { readonly kind: 'update'; readonly row: ReadRow; readonly held: ExistingRow };

interface ListReviewOptions {
  readonly tab: ImportTab;
  readonly state: Business;
  readonly rows: readonly ListRow[];
  readonly answers: Answers;
}

export interface Review {
  /** The list, based on the business after the answers. */
  readonly kind: ImportKind;
  /** The outcomes, in the order of the rows. */
  readonly outcomes: readonly RowOutcome[];
  /** The existing entity of each row. */
  readonly held: readonly (ExistingRow | undefined)[];
  readonly questions: readonly ImportQuestion[];
  /** The commands, in the order in which they are sent. */
  readonly changes: readonly ReviewedChange[];
}

export interface ReviewedChange {
  readonly change: SingleChange;
  /** The indexes of its rows; empty for a command from an answer. */
  readonly rows: readonly number[];
}

/**
 * Reviews an import by running it: the commands are folded over the business in the order in which they are sent, and a
 * refused row is left out, so that the next ones see the business without it. Pure.
 */
export function reviewRows({ tab, state, rows, answers }: ListReviewOptions): Review {
  let after = stateBuilder(state);
  const kind = importKind(tab, () => after.business);
  const settlement = kind.settle?.(
    rows.map((row) => (isIncluded(row) ? row.texts : undefined)),
    answers,
  );
  const settled = (settlement?.commands ?? []).filter(({ change }) => typeof dryRun(after, change) !== 'string');
  const texts = rows.map((row, index) => settlement?.texts[index] ?? row.texts);
  const held = kind.held(after.business);
  const groups = new Groups({ kind, rows, texts, answers, held, waiting: settlement?.waiting ?? new Map() });
  const outcomes = rows.map((row, index): RowOutcome => {
    if (row.choice === 'skip' || row.isDone === true) return { kind: 'skip' };
    const question = row.waitsFor ?? settlement?.waiting.get(index);
    return question === undefined ? groups.outcomeOf(index) : { kind: 'waiting', question };
  });
  let changes: readonly ReviewedChange[] = [];
  // A refused row also removes what it made for others, so the review starts again without it.
  for (;;) {
    const taken = outcomes.flatMap((rowOutcome, row) =>
      rowOutcome.kind === 'add' || rowOutcome.kind === 'update' ? [{ row, rowOutcome }] : [],
    );
    const wanted = kind.changes(
      taken.map(({ rowOutcome }) => ({
        row: rowOutcome.row,
        held: rowOutcome.kind === 'update' ? rowOutcome.held : undefined,
      })),
      after.business,
    );
    changes = runChanges(wanted, { after, outcomes, rowOf: (index) => taken[index]?.row ?? 0 });
    if (changes.length === wanted.length) break;
    after = stateBuilder(state);
    for (const { change } of settled) dryRun(after, change);
  }
  const comesIn = (row: number): boolean => ['add', 'update', 'summed'].includes(outcomes[row]?.kind ?? '');
  const before = settled.filter((each) => each.rows.some(comesIn)).map(({ change }) => ({ change, rows: [] }));
  const questions = [...(settlement?.questions ?? []), ...groups.questions];
  return { kind, outcomes, held: groups.existingRows, questions, changes: [...before, ...changes] };
}

const isIncluded = ({ choice, waitsFor, isDone }: ListRow): boolean =>
  choice !== 'skip' && waitsFor === undefined && isDone !== true;

interface ChangesToRun {
  readonly after: ReturnType<typeof stateBuilder>;
  readonly outcomes: RowOutcome[];
  /** @param index the index among the included rows */
  readonly rowOf: (index: number) => number;
}

/** @returns the commands that succeeded */
function runChanges(wanted: readonly RowChange[], { after, outcomes, rowOf }: ChangesToRun): readonly ReviewedChange[] {
  const changes: ReviewedChange[] = [];
  const refused = new Map<string, string>();
  for (const { row: index, change } of wanted) {
    const row = rowOf(index);
    const owner = 'dishId' in change ? change.dishId : 'preparationId' in change ? change.preparationId : undefined;
    const outcome = (owner === undefined ? undefined : refused.get(owner)) ?? dryRun(after, change);
    if (typeof outcome !== 'string') changes.push({ change, rows: [row] });
    else {
      outcomes[row] = { kind: 'refused', sentence: outcome };
      if ('id' in change && change.type.startsWith('Add')) refused.set(change.id, outcome);
    }
  }
  return changes;
}

interface GroupOptions {
  readonly kind: ImportKind;
  readonly rows: readonly ListRow[];
  readonly texts: readonly RowTexts[];
  readonly answers: Answers;
  readonly held: readonly ExistingRow[];
  /** Rows that wait for an answer, which do not conflict with others. */
  readonly waiting: Settlement['waiting'];
}

/** Rows and existing entities, grouped by key. */
class Groups {
  readonly questions: ImportQuestion[] = [];
  readonly existingRows: (ExistingRow | undefined)[];
  readonly #outcomes = new Map<number, RowOutcome>();
  readonly #options: GroupOptions;
  readonly #held = new Map<string, ExistingRow[]>();

  constructor(options: GroupOptions) {
    this.#options = options;
    const { kind, rows, texts, held, waiting } = options;
    this.existingRows = rows.map(() => undefined);
    for (const row of held) {
      const key = kind.keyOf(row);
      const alike = this.#held.get(key);
      if (alike) alike.push(row);
      else this.#held.set(key, [row]);
    }
    const byKey = new Map<string, number[]>();
    for (const [index, row] of rows.entries()) {
      // An imported cost still counts among the costs of its name.
      const isPlaced = isIncluded(row) || (row.isDone === true && kind.equals === 'several');
      if (!isPlaced || waiting.has(index)) continue;
      const key = kind.keyOf(texts[index] ?? row.texts);
      const alike = byKey.get(key);
      if (key === '') this.#outcomes.set(index, this.alone(index, undefined));
      else if (alike) alike.push(index);
      else byKey.set(key, [index]);
    }
    for (const [key, indexes] of byKey) this.decide(key, indexes);
  }

  outcomeOf(index: number): RowOutcome {
    return this.#outcomes.get(index) ?? { kind: 'skip' };
  }

  private decide(key: string, indexes: readonly number[]): void {
    const { kind, rows } = this.#options;
    const held = this.#held.get(key) ?? [];
    if (kind.equals === 'several') return this.several(key, indexes, held);
    // The owner wants it beside the existing entity of that name.
    const beside = indexes.filter((index) => rows[index]?.choice === 'add' && kind.equals === 'one' && held.length > 0);
    for (const index of beside) this.#outcomes.set(index, this.alone(index, undefined));
    const others = indexes.filter((index) => !beside.includes(index));
    const [first, ...more] = others;
    if (first === undefined) return;
    const target = this.targetOf(key, first, held);
    if (target === 'asked') {
      for (const index of others) this.#outcomes.set(index, { kind: 'waiting', question: `which:${key}` });
      return;
    }
    if (more.length === 0) this.#outcomes.set(first, this.alone(first, target));
    else if (kind.equals === 'sum' && this.summed(others, target)) return;
    else this.oneOf(key, others, target);
  }

  /** Costs with equal names are separate costs, unless the owner chooses otherwise. */
  private several(key: string, indexes: readonly number[], held: readonly ExistingRow[]): void {
    const { answers } = this.#options;
    const question = `repeated:${key}`;
    const answer = answers[question] ?? 'keep';
    const [first = 0] = indexes;
    if (indexes.length > 1)
      this.questions.push(repeatedQuestion(question, this.textsOf(first).name, indexes.length, answer));
    if (indexes.length === 1 || answer === 'keep') return this.each(indexes, held);
    if (answer === 'sum' && this.summed(indexes, held[0])) return;
    for (const index of indexes)
      this.#outcomes.set(
        index,
        index === first ? this.alone(first, held[0]) : { kind: 'equal', number: this.numberOf(first) },
      );
  }

  /** Pairs each row with an existing entity: an equal one if there is one, else the next. */
  private each(indexes: readonly number[], held: readonly ExistingRow[]): void {
    const { rows } = this.#options;
    const left = [...held];
    const takeLike = (index: number): ExistingRow | undefined => {
      const place = left.findIndex((row) => {
        const reading = this.read(index, row);
        return reading.ok && isSame(row, reading.row);
      });
      return place < 0 ? undefined : left.splice(place, 1)[0];
    };
    const like = new Map(indexes.map((index) => [index, takeLike(index)]));
    for (const index of indexes) {
      if (rows[index]?.isDone === true) continue;
      const isNew = rows[index]?.choice === 'add';
      this.#outcomes.set(index, this.alone(index, isNew ? undefined : (like.get(index) ?? left.shift())));
    }
  }

  /** @returns whether the rows could be added up */
  private summed(indexes: readonly number[], target: ExistingRow | undefined): boolean {
    const { kind } = this.#options;
    const [first = 0, ...more] = indexes;
    const readings = indexes.map((index) => this.read(index, target));
    const rows = readings.flatMap((reading) => (reading.ok ? [reading.row] : []));
    const [one] = rows;
    if (!one || rows.length < indexes.length) return false;
    const column = kind.equals === 'sum' ? 'quantity' : 'amount';
    const parts = rows.map((row) =>
      isSame({ ...row, ...apart(one) }, one) ? kind.amountInUnitOf(row, one) : undefined,
    );
    if (parts.includes(undefined)) return false;
    const sum = parts.reduce<bigint>((all, part) => all + BigInt(part ?? 0), 0n);
    const batch = rows.find((row) => row.batch)?.batch;
    const row = { ...one, [column]: bounded(sum), ...(batch ? { batch } : {}) };
    this.#outcomes.set(first, this.rowOutcome(row, target, first));
    for (const index of more) this.#outcomes.set(index, { kind: 'summed', number: this.numberOf(first) });
    return true;
  }

  /** Equal rows count once; between different ones the owner chooses. */
  private oneOf(key: string, indexes: readonly number[], target: ExistingRow | undefined): void {
    const { kind, answers } = this.#options;
    const distinct: { readonly index: number; readonly row: ReadRow }[] = [];
    const equal = new Map<number, number>();
    for (const index of indexes) {
      const reading = this.read(index, target);
      if (!reading.ok) {
        this.#outcomes.set(index, { kind: 'wrong', errors: reading.errors });
        continue;
      }
      const like = distinct.find(({ row }) => isSame(row, reading.row));
      if (like) equal.set(index, like.index);
      else distinct.push({ index, row: reading.row });
    }
    const question = `value:${key}`;
    const chosen =
      distinct.length === 1
        ? distinct[0]
        : distinct.find(({ index }) => String(this.numberOf(index)) === answers[question]);
    if (distinct.length > 1)
      this.questions.push({
        key: question,
        sentence: `${nameIn(this.textsOf(indexes[0] ?? 0))} tem ${count(distinct.length)} valores na planilha. Qual vale?`,
        options: distinct.map(({ index, row }) => ({
          value: String(this.numberOf(index)),
          label: `${kind.shown(row)} (linha ${count(this.lineOf(index))})`,
        })),
        answer: answers[question] ?? '',
      });
    for (const { index } of distinct)
      this.#outcomes.set(
        index,
        chosen === undefined
          ? { kind: 'waiting', question }
          : chosen.index === index
            ? this.alone(index, target)
            : { kind: 'other', number: this.numberOf(chosen.index) },
      );
    for (const [index, like] of equal) this.#outcomes.set(index, { kind: 'equal', number: this.numberOf(like) });
  }

  /** The existing entity of this name: the one spelled alike, else the only one; else the owner is asked. */
  private targetOf(key: string, index: number, held: readonly ExistingRow[]): ExistingRow | undefined | 'asked' {
    const { kind, answers } = this.#options;
    if (held.length < 2) return held[0];
    const { name } = this.textsOf(index);
    const exact = held.filter((row) => row.name === name.trim());
    if (exact.length === 1) return exact[0];
    const question = `which:${key}`;
    const answer = answers[question] ?? '';
    this.questions.push({
      key: question,
      sentence: `Há ${count(held.length)} com o nome “${name}” na lista. Qual é o da planilha?`,
      options: [
        ...held.map((row) => ({ value: row.id, label: `${row.name}, ${kind.shown(row)}` })),
        { value: 'new', label: 'Um novo' },
      ],
      answer,
    });
    return answer === '' ? 'asked' : held.find(({ id }) => id === answer);
  }

  private textsOf = (index: number): RowTexts => this.#options.texts[index] as RowTexts;

  private lineOf = (index: number): number => this.#options.rows[index]?.line ?? 0;

  private numberOf = (index: number): number => this.#options.rows[index]?.number ?? 0;

  private read(index: number, target: ExistingRow | undefined): RowReading {
    return readRow(this.textsOf(index), this.#options.kind, target);
  }

  private alone(index: number, target: ExistingRow | undefined): RowOutcome {
    const reading = this.read(index, target);
    return reading.ok ? this.rowOutcome(reading.row, target, index) : { kind: 'wrong', errors: reading.errors };
  }

  private rowOutcome(read: ReadRow, target: ExistingRow | undefined, index: number): RowOutcome {
    this.existingRows[index] = target;
    const { kind, texts } = this.#options;
    const reading = kind.together?.(read, index, texts) ?? ({ ok: true, row: read } as const);
    if (!reading.ok) return { kind: 'wrong', errors: reading.errors };
    if (!target) return { kind: 'add', row: reading.row };
    return isSame(target, reading.row)
      ? { kind: 'same', held: target }
      : { kind: 'update', held: target, row: reading.row };
  }
}

/** '“Ovo” em “Bolo”' */
const nameIn = ({ name, component }: RowTexts): string =>
  component === '' ? `“${name}”` : `“${component}” em “${name}”`;

const APART = ['amount', 'quantity', 'unit', 'batch', 'component'] as const;

/** The fields that may differ between rows that are added up. */
const apart = (row: ReadRow): Partial<ReadRow> => Object.fromEntries(APART.map((column) => [column, row[column]]));

const repeatedQuestion = (key: string, name: string, times: number, answer: string): ImportQuestion => ({
  key,
  sentence: `“${name}” está ${count(times)} vezes na planilha.`,
  options: [
    { value: 'keep', label: times === 2 ? 'Manter os dois' : `Manter os ${count(times)}` },
    { value: 'sum', label: 'Somar em um' },
    { value: 'one', label: 'Só um, o primeiro' },
  ],
  answer,
  isSettled: true,
});

/** The values of a row, or a sentence for each wrong cell. */
function readRow(texts: RowTexts, kind: ImportKind, held: ExistingRow | undefined): RowReading {
  const row: Partial<Record<ColumnName, unknown>> = {};
  const errors: Partial<Record<ColumnName, string>> = {};
  for (const { is: column, read, keepsExisting, mergeWithExisting } of kind.columns) {
    if (keepsExisting && held && texts[column].trim() === '') row[column] = held[column];
    else {
      const reading = read(texts[column]);
      if (reading.ok)
        row[column] =
          held && mergeWithExisting ? mergeWithExisting(reading.value, held[column] ?? null) : reading.value;
      else errors[column] = reading.sentence;
    }
  }
  // A sheet without packs contains the unit price, which for an ingredient with a pack is not a change.
  if (held?.derivedPrice !== undefined && !row.pack && row.amount === held.derivedPrice)
    Object.assign(row, { amount: held.amount, pack: held.pack });
  return Object.keys(errors).length === 0 ? { ok: true, row: row as ReadRow } : { ok: false, errors };
}

/** Whether two rows have equal values for their entity. */
export const isSame = (a: ReadRow, b: ReadRow): boolean =>
  isSameScope(a.channels ?? null, b.channels ?? null) &&
  COLUMN_NAMES.every(
    (column) => column === 'name' || column === 'channels' || isSameValue(a[column] ?? null, b[column] ?? null),
  );
