import type { SingleCommand } from '#domain/business/commands.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { isSameScope } from '#domain/business/channel/fields.ts';
import type { Business } from '#domain/business/state.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { formatCount } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { COLUMN_NAMES } from '../fields/columns.ts';
import { dryRun } from '../fields/dry-run.ts';
import type { ImportTab } from '../navigation/import-address.ts';
import type {
  Answers,
  ColumnName,
  ExistingRow,
  ImportKind,
  ImportQuestion,
  ReadRow,
  RowCommand,
  RowErrors,
  RowReading,
  RowTexts,
  QuestionResult,
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
  /** Tells whether it was imported with an earlier part. */
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
  | { readonly kind: 'same'; readonly existing: ExistingRow }
  | { readonly kind: 'add'; readonly row: ReadRow }
  | { readonly kind: 'update'; readonly row: ReadRow; readonly existing: ExistingRow };

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
  readonly rowOutcomes: readonly RowOutcome[];
  /** The existing entity of each row. */
  readonly existingRows: readonly (ExistingRow | undefined)[];
  readonly questions: readonly ImportQuestion[];
  /** The commands, in the order in which they are sent. */
  readonly commands: readonly ReviewedCommand[];
}

export interface ReviewedCommand {
  readonly command: SingleCommand;
  /** The indexes of its rows; empty for a command from an answer. */
  readonly rowIndexes: readonly number[];
}

/**
 * Reviews an import by running it: the commands are folded over the business in the order in which they are sent, and a
 * refused row is left out, so that the next ones see the business without it. Pure.
 */
export function reviewRows({ tab, state, rows, answers }: ListReviewOptions): Review {
  let builder = stateBuilder(state);
  const kind = importKind(tab, () => builder.business);
  const settlement = kind.resolveQuestions?.(
    rows.map((row) => (isIncluded(row) ? row.texts : undefined)),
    answers,
  );
  const answerCommands = (settlement?.commands ?? []).filter(
    ({ command }) => typeof dryRun(builder, command) !== 'string',
  );
  const texts = rows.map((row, index) => settlement?.texts[index] ?? row.texts);
  const existingRows = kind.existingRows(builder.business);
  const groups = new RowGroups({ kind, rows, texts, answers, existingRows, waiting: settlement?.waiting ?? new Map() });
  const rowOutcomes = rows.map((row, index): RowOutcome => {
    if (row.choice === 'skip' || row.isDone === true) return { kind: 'skip' };
    const question = row.waitsFor ?? settlement?.waiting.get(index);
    return question === undefined ? groups.outcomeOf(index) : { kind: 'waiting', question };
  });
  let commands: readonly ReviewedCommand[] = [];
  // A refused row also removes entities that other rows need, so the commands run again without it.
  for (;;) {
    const includedRows = rowOutcomes.flatMap((rowOutcome, row) =>
      rowOutcome.kind === 'add' || rowOutcome.kind === 'update' ? [{ row, rowOutcome }] : [],
    );
    const plannedCommands = kind.commands(
      includedRows.map(({ rowOutcome }) => ({
        row: rowOutcome.row,
        existing: rowOutcome.kind === 'update' ? rowOutcome.existing : undefined,
      })),
      builder.business,
    );
    commands = runCommands(plannedCommands, { builder, rowOutcomes, rowOf: (index) => includedRows[index]?.row ?? 0 });
    if (commands.length === plannedCommands.length) break;
    builder = stateBuilder(state);
    for (const { command } of answerCommands) dryRun(builder, command);
  }
  const isImported = (row: number): boolean => ['add', 'update', 'summed'].includes(rowOutcomes[row]?.kind ?? '');
  const firstCommands = answerCommands
    .filter(({ rowIndexes }) => rowIndexes.some(isImported))
    .map(({ command }) => ({ command, rowIndexes: [] }));
  const questions = [...(settlement?.questions ?? []), ...groups.questions];
  return { kind, rowOutcomes, existingRows: groups.existingRows, questions, commands: [...firstCommands, ...commands] };
}

const isIncluded = ({ choice, waitsFor, isDone }: ListRow): boolean =>
  choice !== 'skip' && waitsFor === undefined && isDone !== true;

interface RunOptions {
  readonly builder: ReturnType<typeof stateBuilder>;
  readonly rowOutcomes: RowOutcome[];
  /** @param index the index among the included rows */
  readonly rowOf: (index: number) => number;
}

/** @returns the commands that succeeded */
function runCommands(
  plannedCommands: readonly RowCommand[],
  { builder, rowOutcomes, rowOf }: RunOptions,
): readonly ReviewedCommand[] {
  const commands: ReviewedCommand[] = [];
  const refusedRecipes = new Map<string, string>();
  for (const { row: index, command } of plannedCommands) {
    const row = rowOf(index);
    const recipeId =
      'dishId' in command ? command.dishId : 'preparationId' in command ? command.preparationId : undefined;
    const outcome = (recipeId === undefined ? undefined : refusedRecipes.get(recipeId)) ?? dryRun(builder, command);
    if (typeof outcome !== 'string') commands.push({ command, rowIndexes: [row] });
    else {
      rowOutcomes[row] = { kind: 'refused', sentence: outcome };
      if ('id' in command && command.type.startsWith('Add')) refusedRecipes.set(command.id, outcome);
    }
  }
  return commands;
}

interface GroupOptions {
  readonly kind: ImportKind;
  readonly rows: readonly ListRow[];
  readonly texts: readonly RowTexts[];
  readonly answers: Answers;
  readonly existingRows: readonly ExistingRow[];
  /** Rows that wait for an answer, which do not conflict with others. */
  readonly waiting: QuestionResult['waiting'];
}

/** Rows and existing entities, grouped by key. */
class RowGroups {
  readonly questions: ImportQuestion[] = [];
  readonly existingRows: (ExistingRow | undefined)[];
  readonly #outcomes = new Map<number, RowOutcome>();
  readonly #options: GroupOptions;
  readonly #existing = new Map<string, ExistingRow[]>();

  constructor(options: GroupOptions) {
    this.#options = options;
    const { kind, rows, texts, existingRows, waiting } = options;
    this.existingRows = rows.map(() => undefined);
    for (const row of existingRows) {
      const key = kind.keyOf(row);
      const equalRows = this.#existing.get(key);
      if (equalRows) equalRows.push(row);
      else this.#existing.set(key, [row]);
    }
    const indexesByKey = new Map<string, number[]>();
    for (const [index, row] of rows.entries()) {
      // An imported cost still counts among the costs of its name.
      const isGrouped = isIncluded(row) || (row.isDone === true && kind.equalRows === 'several');
      if (!isGrouped || waiting.has(index)) continue;
      const key = kind.keyOf(texts[index] ?? row.texts);
      const equalIndexes = indexesByKey.get(key);
      if (key === '') this.#outcomes.set(index, this.reviewAlone(index, undefined));
      else if (equalIndexes) equalIndexes.push(index);
      else indexesByKey.set(key, [index]);
    }
    for (const [key, indexes] of indexesByKey) this.decide(key, indexes);
  }

  outcomeOf(index: number): RowOutcome {
    return this.#outcomes.get(index) ?? { kind: 'skip' };
  }

  private decide(key: string, indexes: readonly number[]): void {
    const { kind, rows } = this.#options;
    const existing = this.#existing.get(key) ?? [];
    if (kind.equalRows === 'several') return this.decideSeveral(key, indexes, existing);
    // The owner adds them although an entity of that name exists.
    const additions = indexes.filter(
      (index) => rows[index]?.choice === 'add' && kind.equalRows === 'one' && existing.length > 0,
    );
    for (const index of additions) this.#outcomes.set(index, this.reviewAlone(index, undefined));
    const others = indexes.filter((index) => !additions.includes(index));
    const [first, ...more] = others;
    if (first === undefined) return;
    const target = this.findTarget(key, first, existing);
    if (target === 'asked') {
      for (const index of others) this.#outcomes.set(index, { kind: 'waiting', question: `which:${key}` });
      return;
    }
    if (more.length === 0) this.#outcomes.set(first, this.reviewAlone(first, target));
    else if (kind.equalRows === 'add_up' && this.addUp(others, target)) return;
    else this.chooseOne(key, others, target);
  }

  /** Costs with equal names are separate costs, unless the owner chooses otherwise. */
  private decideSeveral(key: string, indexes: readonly number[], existing: readonly ExistingRow[]): void {
    const { answers } = this.#options;
    const questionKey = `repeated:${key}`;
    const answer = answers[questionKey] ?? 'keep';
    const [first = 0] = indexes;
    if (indexes.length > 1)
      this.questions.push(repeatedQuestion(questionKey, this.textsOf(first).name, indexes.length, answer));
    if (indexes.length === 1 || answer === 'keep') return this.pairRows(indexes, existing);
    if (answer === 'sum' && this.addUp(indexes, existing[0])) return;
    for (const index of indexes)
      this.#outcomes.set(
        index,
        index === first ? this.reviewAlone(first, existing[0]) : { kind: 'equal', number: this.numberOf(first) },
      );
  }

  /** Pairs each row with an existing entity: an equal one if there is one, else the next. */
  private pairRows(indexes: readonly number[], existing: readonly ExistingRow[]): void {
    const { rows } = this.#options;
    const remaining = [...existing];
    const takeEqual = (index: number): ExistingRow | undefined => {
      const equalIndex = remaining.findIndex((row) => {
        const reading = this.read(index, row);
        return reading.ok && isSame(row, reading.row);
      });
      return equalIndex < 0 ? undefined : remaining.splice(equalIndex, 1)[0];
    };
    const equalRows = new Map(indexes.map((index) => [index, takeEqual(index)]));
    for (const index of indexes) {
      if (rows[index]?.isDone === true) continue;
      const isNew = rows[index]?.choice === 'add';
      this.#outcomes.set(
        index,
        this.reviewAlone(index, isNew ? undefined : (equalRows.get(index) ?? remaining.shift())),
      );
    }
  }

  /** @returns whether the rows could be added up */
  private addUp(indexes: readonly number[], target: ExistingRow | undefined): boolean {
    const { kind } = this.#options;
    const [first = 0, ...more] = indexes;
    const readings = indexes.map((index) => this.read(index, target));
    const rows = readings.flatMap((reading) => (reading.ok ? [reading.row] : []));
    const [firstRow] = rows;
    if (!firstRow || rows.length < indexes.length) return false;
    const column = kind.equalRows === 'add_up' ? 'quantity' : 'amount';
    const amounts = rows.map((row) =>
      isSame({ ...row, ...differingFields(firstRow) }, firstRow) ? kind.amountInUnitOf(row, firstRow) : undefined,
    );
    if (amounts.includes(undefined)) return false;
    const sum = amounts.reduce<bigint>((total, amount) => total + BigInt(amount ?? 0), 0n);
    const batch = rows.find((row) => row.batch)?.batch;
    const row = { ...firstRow, [column]: toSafeNumber(sum), ...(batch ? { batch } : {}) };
    this.#outcomes.set(first, this.rowOutcome(row, target, first));
    for (const index of more) this.#outcomes.set(index, { kind: 'summed', number: this.numberOf(first) });
    return true;
  }

  /** Equal rows count once; between different ones the owner chooses. */
  private chooseOne(key: string, indexes: readonly number[], target: ExistingRow | undefined): void {
    const { kind, answers } = this.#options;
    const distinct: { readonly index: number; readonly row: ReadRow }[] = [];
    const equalTo = new Map<number, number>();
    for (const index of indexes) {
      const reading = this.read(index, target);
      if (!reading.ok) {
        this.#outcomes.set(index, { kind: 'wrong', errors: reading.errors });
        continue;
      }
      const equalRow = distinct.find(({ row }) => isSame(row, reading.row));
      if (equalRow) equalTo.set(index, equalRow.index);
      else distinct.push({ index, row: reading.row });
    }
    const questionKey = `value:${key}`;
    const chosenRow =
      distinct.length === 1
        ? distinct[0]
        : distinct.find(({ index }) => String(this.numberOf(index)) === answers[questionKey]);
    if (distinct.length > 1)
      this.questions.push({
        key: questionKey,
        sentence: `${rowName(this.textsOf(indexes[0] ?? 0))} tem ${formatCount(distinct.length)} valores na planilha. Qual vale?`,
        options: distinct.map(({ index, row }) => ({
          value: String(this.numberOf(index)),
          label: `${kind.rowText(row)} (linha ${formatCount(this.lineOf(index))})`,
        })),
        answer: answers[questionKey] ?? '',
      });
    for (const { index } of distinct)
      this.#outcomes.set(
        index,
        chosenRow === undefined
          ? { kind: 'waiting', question: questionKey }
          : chosenRow.index === index
            ? this.reviewAlone(index, target)
            : { kind: 'other', number: this.numberOf(chosenRow.index) },
      );
    for (const [index, firstIndex] of equalTo)
      this.#outcomes.set(index, { kind: 'equal', number: this.numberOf(firstIndex) });
  }

  /** The existing entity of this name: the one spelled alike, else the only one; else the owner is asked. */
  private findTarget(key: string, index: number, existing: readonly ExistingRow[]): ExistingRow | undefined | 'asked' {
    const { kind, answers } = this.#options;
    if (existing.length < 2) return existing[0];
    const { name } = this.textsOf(index);
    const exact = existing.filter((row) => row.name === name.trim());
    if (exact.length === 1) return exact[0];
    const questionKey = `which:${key}`;
    const answer = answers[questionKey] ?? '';
    this.questions.push({
      key: questionKey,
      sentence: `Há ${formatCount(existing.length)} com o nome “${name}” na lista. Qual é o da planilha?`,
      options: [
        ...existing.map((row) => ({ value: row.id, label: `${row.name}, ${kind.rowText(row)}` })),
        { value: 'new', label: 'Um novo' },
      ],
      answer,
    });
    return answer === '' ? 'asked' : existing.find(({ id }) => id === answer);
  }

  private textsOf = (index: number): RowTexts => this.#options.texts[index] as RowTexts;

  private lineOf = (index: number): number => this.#options.rows[index]?.line ?? 0;

  private numberOf = (index: number): number => this.#options.rows[index]?.number ?? 0;

  private read(index: number, target: ExistingRow | undefined): RowReading {
    return readRow(this.textsOf(index), this.#options.kind, target);
  }

  private reviewAlone(index: number, target: ExistingRow | undefined): RowOutcome {
    const reading = this.read(index, target);
    return reading.ok ? this.rowOutcome(reading.row, target, index) : { kind: 'wrong', errors: reading.errors };
  }

  private rowOutcome(read: ReadRow, target: ExistingRow | undefined, index: number): RowOutcome {
    this.existingRows[index] = target;
    const { kind, texts } = this.#options;
    const reading = kind.completeRow?.(read, index, texts) ?? ({ ok: true, row: read } as const);
    if (!reading.ok) return { kind: 'wrong', errors: reading.errors };
    if (!target) return { kind: 'add', row: reading.row };
    return isSame(target, reading.row)
      ? { kind: 'same', existing: target }
      : { kind: 'update', existing: target, row: reading.row };
  }
}

/** The name of a row in a sentence: '“Ovo” em “Bolo”'. */
const rowName = ({ name, component }: RowTexts): string =>
  component === '' ? `“${name}”` : `“${component}” em “${name}”`;

const DIFFERING_COLUMNS = ['amount', 'quantity', 'unit', 'batch', 'component'] as const;

/** The fields that may differ between rows that are added up. */
const differingFields = (row: ReadRow): Partial<ReadRow> =>
  Object.fromEntries(DIFFERING_COLUMNS.map((column) => [column, row[column]]));

const repeatedQuestion = (key: string, name: string, times: number, answer: string): ImportQuestion => ({
  key,
  sentence: `“${name}” está ${formatCount(times)} vezes na planilha.`,
  options: [
    { value: 'keep', label: times === 2 ? 'Manter os dois' : `Manter os ${formatCount(times)}` },
    { value: 'sum', label: 'Somar em um' },
    { value: 'one', label: 'Só um, o primeiro' },
  ],
  answer,
  hasDefault: true,
});

/** The values of a row, or a sentence for each wrong cell. */
function readRow(texts: RowTexts, kind: ImportKind, existing: ExistingRow | undefined): RowReading {
  const row: Partial<Record<ColumnName, unknown>> = {};
  const errors: Partial<Record<ColumnName, string>> = {};
  for (const { is: column, read, keepsExisting, mergeWithExisting } of kind.columns) {
    if (keepsExisting && existing && texts[column].trim() === '') row[column] = existing[column];
    else {
      const reading = read(texts[column]);
      if (reading.ok)
        row[column] =
          existing && mergeWithExisting ? mergeWithExisting(reading.value, existing[column] ?? null) : reading.value;
      else errors[column] = reading.sentence;
    }
  }
  // A sheet without packs contains the unit price, which for an ingredient with a pack is not a change.
  if (existing?.derivedPrice !== undefined && !row.pack && row.amount === existing.derivedPrice)
    Object.assign(row, { amount: existing.amount, pack: existing.pack });
  return Object.keys(errors).length === 0 ? { ok: true, row: row as ReadRow } : { ok: false, errors };
}

/** Tells whether two rows have equal values for their entity. */
export const isSame = (a: ReadRow, b: ReadRow): boolean =>
  isSameScope(a.channels ?? null, b.channels ?? null) &&
  COLUMN_NAMES.every(
    (column) => column === 'name' || column === 'channels' || isSameValue(a[column] ?? null, b[column] ?? null),
  );
