import type { OpenFailure, OpeningOptions } from '../files/import-source.ts';
import { type ChosenFile, readFiles } from '../files/read-file.ts';
import { FileRefused, type Sheet } from '../files/sheet.ts';
import { tablesOf, type Table } from '../files/table.ts';
import { comparedHeadings, headingsKey } from '../import-memory/import-memory.ts';
import { findLayout, type ReportLayout, countReportColumns, type SheetRows } from './find-layout.ts';
import { isReadable } from './report-columns.ts';
import type { ReportPart } from './report-rows.ts';
import { type ReadReportOptions, readReport, type ReportContents } from './read-report.ts';

/** A sheet or file that can be included. */
export interface OpenedPart {
  readonly name: string;
  /** Tells whether it is included by default. */
  readonly isIncludedByDefault: boolean;
}

/** A report before it is fully read; the first of several parts determines the columns. */
export interface OpenedReport extends ReportLayout {
  /** The key by which files with the same headings are recognised; '' where the browser cannot compute one. */
  readonly key: string;
  /** Notes for the owner about how the files were read. */
  readonly notes: readonly string[];
  /** Tells whether anything is hidden, so that including it is a choice. */
  readonly hasHidden: boolean;
  /** The first lines below the headings. */
  readonly samples: SheetRows;
  readonly parts: readonly OpenedPart[];
  /** The file's name and the texts above the headings; '' for several files. */
  readonly title: string;
}

export type ReportOpenResult = { readonly ok: true; readonly report: OpenedReport } | OpenFailure;

/** A reader with the files of one report at a time, in this thread or in a worker. */
export interface ReportReader {
  open(files: readonly ChosenFile[], options?: OpeningOptions): Promise<ReportOpenResult>;
  /** The content of the last opened files. */
  readContents(options: ReadReportOptions): Promise<ReportContents>;
  /** Releases the files. */
  close(): void;
}

const OWN_SHEET_REFUSAL =
  'Esta é a planilha completa do Prumo, e não um relatório de vendas. Ela entra por Insumos, em “Importar planilha”.';
const SAMPLE_ROWS = 3;

/** A part with the layout of its own headings. */
interface PartLayout {
  readonly part: ReportPart;
  readonly layout: ReportLayout;
  /** The index of its file. */
  readonly file: number;
}

const hasSameHeadings = (one: ReportLayout, other: ReportLayout): boolean =>
  comparedHeadings(one.headings) === comparedHeadings(other.headings);

/** A reader that works in the calling thread. */
export function reportReader(): ReportReader {
  let openParts: readonly PartLayout[] = [];
  return {
    async open(chosenFiles, { encoding, withHidden = false } = {}) {
      try {
        const { files, duplicates } = withoutDuplicates(chosenFiles);
        const openedTables: { readonly table: Table; readonly file: number }[] = [];
        const notes = duplicates.map((name) => `“${name}” é igual a outro arquivo e conta uma vez só.`);
        const readings = await readFiles(files, { columnsIn: countReportColumns, encoding });
        if ('choices' in readings) return { ok: false, choices: readings.choices };
        for (const [file, { name, ...reading }] of readings.entries()) {
          if (reading.formatVersion !== undefined) throw new FileRefused(OWN_SHEET_REFUSAL);
          const fileTables = tablesOfFile(reading.sheets, withHidden);
          for (const table of fileTables.tables)
            openedTables.push({ table: files.length === 1 ? table : withFile(table, name), file });
          notes.push(...(files.length === 1 ? fileTables.notes : fileTables.notes.map((note) => `${name}: ${note}`)));
        }
        openParts = openedTables.map(({ table, file }) => ({ ...openedPartOf(table, openedTables.length), file }));
        const first = openParts.find(({ layout }) => isReadable(layout.columns)) ?? openParts[0];
        if (!first) throw new Error('a file without lines was not refused');
        openParts = [first, ...openParts.filter((each) => each !== first)];
        const key = (await headingsKey(first.layout.headings)) ?? '';
        return {
          ok: true,
          report: { ...openedReport(openParts, { notes, files, tables: openedTables.map(({ table }) => table) }), key },
        };
      } catch (error) {
        if (error instanceof FileRefused) return { ok: false, sentence: error.message };
        throw error;
      }
    },
    readContents(options) {
      const [first] = openParts;
      const includedParts = openParts.filter(
        (_, index) => options.parts === undefined || options.parts.includes(index),
      );
      const parts = includedParts.map(({ part, layout }) =>
        first && hasSameHeadings(layout, first.layout) ? { ...part, columns: options.columns } : part,
      );
      return Promise.resolve(readReport(parts, options));
    },
    close() {
      openParts = [];
    },
  };
}

/** Removes files that are equal byte by byte: a report chosen twice would double every sale. */
function withoutDuplicates(chosenFiles: readonly ChosenFile[]): {
  files: readonly ChosenFile[];
  duplicates: readonly string[];
} {
  const files: ChosenFile[] = [];
  const duplicates: string[] = [];
  for (const file of chosenFiles) {
    if (files.some(({ content }) => isEqual(content, file.content))) duplicates.push(file.name);
    else files.push(file);
  }
  return { files, duplicates };
}

function isEqual(a: ChosenFile['content'], b: ChosenFile['content']): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  if (a.byteLength !== b.byteLength) return false;
  const other = new Uint8Array(b);
  return new Uint8Array(a).every((byte, index) => byte === other[index]);
}

const tablesOfFile = (sheets: readonly Sheet[], withHidden: boolean) =>
  tablesOf(sheets, { isReadable: (rows) => isReadable(findLayout(rows).columns), withHidden });

const withFile = (table: Table, file: string): Table => ({
  ...table,
  name: table.name === '' ? file : `${file}, ${table.name}`,
});

function openedPartOf({ name, rows, hiddenLines, unknownLines }: Table, tables: number): Omit<PartLayout, 'file'> {
  const layout = findLayout(rows);
  const { headingIndex, columns } = layout;
  return {
    layout,
    part: {
      name: tables === 1 ? '' : name,
      rows,
      headingIndex,
      columns,
      hiddenLines: new Set(hiddenLines),
      unknownLines: new Set(unknownLines),
    },
  };
}

function openedReport(
  openParts: readonly PartLayout[],
  {
    notes,
    files,
    tables,
  }: { readonly notes: readonly string[]; readonly files: readonly ChosenFile[]; readonly tables: readonly Table[] },
): Omit<OpenedReport, 'key'> {
  const [first] = openParts;
  if (!first) throw new Error('nothing was opened');
  const { layout, part } = first;
  const samples = part.rows
    .slice(layout.headingIndex + 1)
    .filter((row) => row.length > 0)
    .slice(0, SAMPLE_ROWS);
  // Another sheet with other columns is often a summary of the first; another file was chosen on purpose.
  const parts = openParts.map((each) => ({
    name: each.part.name,
    isIncludedByDefault:
      hasSameHeadings(each.layout, layout) || (isReadable(each.layout.columns) && each.file !== first.file),
  }));
  const textsAbove = part.rows.slice(0, Math.max(layout.headingIndex, 0)).flat();
  // Several files may be of several channels, so no single file's name applies to all.
  const title = files.length === 1 ? [...files.map(({ name }) => name), ...textsAbove].join('\n') : '';
  return { ...layout, samples, notes, hasHidden: tables.some(({ hasHidden }) => hasHidden), parts, title };
}
