import type { NameKind } from '#domain/import-memory/import-memory.ts';
import type { ImportMemory } from '../import-memory/import-memory.ts';
import { type Columns, REPORT_COLUMNS } from './report-columns.ts';
import type { SignAnswer } from './understand.ts';

/** What is remembered of files with the same headings. */
export interface ReportLayout {
  /** Those of which it knows the place. */
  readonly columns: Partial<Columns>;
  /** Of all of the file, where no column says it. */
  readonly channelId: string | null;
  readonly answers: ReportAnswers;
}

/** What was answered of a whole report; undefined: nobody has. */
export interface ReportAnswers {
  /** Are the values already without the app's part? */
  readonly isWithoutFee: boolean | undefined;
  /** By line, '' for all others: what a line is of which only one number is negative. */
  readonly signs: Readonly<Record<string, SignAnswer>>;
}

/** By plain name what it is; null: nothing that is brought in. */
export type Choices = ReadonlyMap<string, string | null>;

/** What the owner has said of reports, so that the next one asks nothing. */
export class ReportMemory {
  readonly #memory: ImportMemory;

  constructor(memory: ImportMemory) {
    this.#memory = memory;
  }

  /** Another device may have been told more since. */
  readAgain(): Promise<void> {
    return this.#memory.read();
  }

  layout(key: string): ReportLayout | undefined {
    const layout = this.#memory.layout(key);
    if (!layout || !REPORT_COLUMNS.some((column) => layout.columns[column] !== undefined)) return undefined;
    const places = REPORT_COLUMNS.flatMap((column) => {
      const place = layout.columns[column];
      return place === undefined ? [] : [[column, place]];
    });
    const { channelId, answers } = layout;
    return { columns: Object.fromEntries(places) as Partial<Columns>, channelId, answers: answersFrom(answers) };
  }

  product(key: string): string | null | undefined {
    return this.#memory.name('dish', key);
  }

  channel(key: string): string | null | undefined {
    return this.#memory.name('channel', key);
  }

  keepLayout(key: string, { columns, channelId, answers }: ReportLayout): void {
    this.#memory.learn({ layouts: [{ key, columns: { ...columns }, channelId, answers: answersOf(answers) }] });
  }

  keepChoices({ products, channels }: { readonly products: Choices; readonly channels: Choices }): void {
    const named = (kind: NameKind, ids: Choices) => Array.from(ids, ([text, id]) => ({ kind, text, id }));
    this.#memory.learn({ names: [...named('dish', products), ...named('channel', channels)] });
  }
}

/** Lines are others in the next report: only what was said of all of them alike holds there too. */
function answersOf({ isWithoutFee, signs }: ReportAnswers): Readonly<Record<string, string>> {
  const [sign, ...others] = new Set(Object.values(signs));
  return {
    ...(isWithoutFee === undefined ? {} : { without_fee: isWithoutFee ? 'yes' : 'no' }),
    ...(sign === undefined || others.length > 0 ? {} : { negative_line: sign }),
  };
}

function answersFrom({ without_fee: fee, negative_line: sign }: Readonly<Record<string, string>>): ReportAnswers {
  return {
    isWithoutFee: fee === undefined ? undefined : fee === 'yes',
    signs: sign === 'return' || sign === 'out' ? { '': sign } : {},
  };
}
