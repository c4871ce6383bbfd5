import type { Encoding, EncodingChoice } from '../files/encoding.ts';
import { readFile } from '../files/read-file.ts';
import { FileRefused } from '../files/sheet.ts';
import { tableOf, type Table } from '../files/table.ts';
import { headingsKey } from '../import-memory/headings-key.ts';
import { findLayout, type Layout, reportColumnsIn, type Rows } from './find-layout.ts';
import { isReadable } from './report-columns.ts';
import { type Asked, understand, type Understood } from './understand.ts';

/** What is seen of a file before it is understood. */
export interface OpenedReport extends Layout, Pick<Table, 'notes' | 'hasHidden'> {
  /** By which a file with the same headings is known again; '' where the browser cannot make one. */
  readonly key: string;
  /** The first lines below the headings. */
  readonly samples: Rows;
}

export type Opening =
  | { readonly ok: true; readonly report: OpenedReport }
  | { readonly ok: false; readonly sentence: string }
  /** The letters are to be chosen first. */
  | { readonly ok: false; readonly choices: readonly EncodingChoice[] };

/** What a person has said about how a file is read. */
export interface OpeningOptions {
  readonly encoding?: Encoding | undefined;
  readonly withHidden?: boolean | undefined;
}

/** Holds one file at a time, wherever it does its work. */
export interface ReportReader {
  open(bytes: ArrayBuffer, options?: OpeningOptions): Promise<Opening>;
  /** Of the file opened last. */
  understand(asked: Asked): Promise<Understood>;
  /** The file is no longer needed. */
  close(): void;
}

const SAMPLES = 3;

/** Works where it is called. */
export function reportReader(): ReportReader {
  let rows: Rows = [];
  let first = 0;
  return {
    async open(bytes, { encoding, withHidden = false } = {}) {
      try {
        const reading = await readFile(new Uint8Array(bytes), { columnsIn: reportColumnsIn, encoding });
        if (reading.kind === 'encodings') return { ok: false, choices: reading.choices };
        const table = tableOf(reading.sheets, {
          isReadable: (sheet) => isReadable(findLayout(sheet).columns),
          withHidden,
        });
        rows = table.rows;
        const layout = findLayout(rows);
        first = layout.headingAt + 1;
        const samples = rows
          .slice(first)
          .filter((row) => row.length > 0)
          .slice(0, SAMPLES);
        const key = (await headingsKey(layout.headings)) ?? '';
        return { ok: true, report: { ...layout, key, samples, notes: table.notes, hasHidden: table.hasHidden } };
      } catch (error) {
        if (error instanceof FileRefused) return { ok: false, sentence: error.message };
        throw error;
      }
    },
    understand: (asked) => Promise.resolve(understand(rows, first, asked)),
    close() {
      rows = [];
    },
  };
}
