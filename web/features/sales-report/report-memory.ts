import type { NameKind } from '#domain/import-memory/import-memory.ts';
import type { ImportMemory } from '../import-memory/import-memory.ts';
import { type Columns, REPORT_COLUMNS } from './report-columns.ts';

/** What is remembered of files with the same headings. */
export interface RememberedLayout {
  /** Those of which it knows the place. */
  readonly columns: Partial<Columns>;
  /** Of all of the file, where no column says it. */
  readonly channelId: string | null;
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

  layout(key: string): RememberedLayout | undefined {
    const layout = this.#memory.layout(key);
    if (!layout || !REPORT_COLUMNS.some((column) => layout.columns[column] !== undefined)) return undefined;
    const places = REPORT_COLUMNS.flatMap((column) => {
      const place = layout.columns[column];
      return place === undefined ? [] : [[column, place]];
    });
    return { columns: Object.fromEntries(places) as Partial<Columns>, channelId: layout.channelId };
  }

  product(key: string): string | null | undefined {
    return this.#memory.name('dish', key);
  }

  channel(key: string): string | null | undefined {
    return this.#memory.name('channel', key);
  }

  keepLayout(key: string, { columns, channelId }: RememberedLayout): void {
    this.#memory.learn({ layouts: [{ key, columns: { ...columns }, channelId, answers: {} }] });
  }

  keepChoices({ products, channels }: { readonly products: Choices; readonly channels: Choices }): void {
    const named = (kind: NameKind, ids: Choices) => Array.from(ids, ([text, id]) => ({ kind, text, id }));
    this.#memory.learn({ names: [...named('dish', products), ...named('channel', channels)] });
  }
}
