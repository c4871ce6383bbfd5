import { findLayout, type Layout, type Rows } from './find-layout.ts';
import { ReportRefused } from './report-refused.ts';
import { reportRows } from './report-rows.ts';
import { type Asked, understand, type Understood } from './understand.ts';

/** What is seen of a file before it is understood. */
export interface OpenedReport extends Layout {
  /** The first lines below the headings. */
  readonly samples: Rows;
}

export type Opening =
  { readonly ok: true; readonly report: OpenedReport } | { readonly ok: false; readonly sentence: string };

/** Holds one file at a time, wherever it does its work. */
export interface ReportReader {
  open(bytes: ArrayBuffer): Promise<Opening>;
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
    async open(bytes) {
      try {
        rows = await reportRows(new Uint8Array(bytes));
      } catch (error) {
        if (error instanceof ReportRefused) return { ok: false, sentence: error.message };
        throw error;
      }
      const layout = findLayout(rows);
      first = layout.headingAt + 1;
      return { ok: true, report: { ...layout, samples: rows.slice(first, first + SAMPLES) } };
    },
    understand: (asked) => Promise.resolve(understand(rows, first, asked)),
    close() {
      rows = [];
    },
  };
}
