import { normalizeName } from '#domain/names.ts';
import { formatCount } from '#domain/format.ts';
import type { Encoding, EncodingChoice } from '../files/encoding.ts';
import { type ChosenFile, readFiles } from '../files/read-file.ts';
import { FileRefused, type Sheet } from '../files/sheet.ts';
import { cellNotes, hiddenText, linesText } from '../files/table.ts';
import { FORMAT } from '../files/workbook-layout.ts';
import { columnsIn } from '../fields/columns.ts';
import type { ExistingRow, ImportKind } from '../fields/import-kind.ts';
import { type Layouts, type RememberedSheet, rememberedSheet } from './list-memory.ts';
import { type SkipReason, readSheet, type SheetEdit, type SheetReading, type SheetView } from './read-sheet.ts';
import { type WorkbookTables, workbookTables } from './workbook-rows.ts';

export interface SheetsRequest {
  readonly withHidden: boolean;
  readonly sheets: Readonly<Record<number, SheetEdit>>;
  /** The remembered choices of earlier files with the same headings. */
  readonly layouts: Layouts;
}

/** A sheet of the file with its edits, remembered choices and the resulting reading. */
export interface ListSheet {
  readonly index: number;
  readonly sheet: Sheet;
  readonly edit: SheetEdit;
  readonly memory: RememberedSheet;
  readonly reading: SheetReading;
  readonly isIncluded: boolean;
}

interface FileSheets {
  readonly sheets: readonly Sheet[];
  /** The tables of a workbook that Prumo wrote. */
  readonly workbook?: WorkbookTables;
}

const MIXED_FILES = 'A planilha completa do Prumo vem sozinha. Escolha só ela, sem outros arquivos.';
const TOO_NEW = 'Esta planilha é de uma versão mais nova do Prumo. Recarregue a página e tente de novo.';

/**
 * Opens the files.
 * @returns the sheets of all files, or the possible encodings of one of them
 * @throws FileRefused
 */
export async function readFileSheets(
  files: readonly ChosenFile[],
  kind: ImportKind,
  encoding?: Encoding,
): Promise<FileSheets | { readonly choices: readonly EncodingChoice[] }> {
  const readings = await readFiles(files, { columnsIn: columnsIn(kind), encoding });
  if ('choices' in readings) return readings;
  const ownFile = readings.find(({ formatVersion }) => formatVersion !== undefined);
  if (ownFile?.formatVersion !== undefined) {
    if (files.length > 1) throw new FileRefused(MIXED_FILES);
    if (ownFile.formatVersion > FORMAT.version) throw new FileRefused(TOO_NEW);
    return { sheets: ownFile.sheets, workbook: workbookTables(ownFile.sheets) };
  }
  const sheets = readings.flatMap(({ name, sheets: fileSheets }) => {
    const baseName = name.replace(/\.\w+$/, '');
    return fileSheets.map((sheet) => {
      if (sheet.name === '') return { ...sheet, name: baseName };
      return files.length === 1 ? sheet : { ...sheet, name: `${baseName}: ${sheet.name}` };
    });
  });
  return { sheets };
}

/** Reads the sheets with the owner's edits. @param existingRows the existing entities of the list */
export async function readSheets(
  sheets: readonly Sheet[],
  { kind, existingRows }: { readonly kind: ImportKind; readonly existingRows: readonly ExistingRow[] },
  { withHidden, sheets: edits, layouts }: SheetsRequest,
): Promise<readonly ListSheet[]> {
  const names = new Set(existingRows.map(({ name }) => normalizeName(name)));
  const titledReadings = await Promise.all(
    sheets.map(async (sheet, index) => {
      const edit = edits[index] ?? {};
      const memory = await rememberedSheet(sheet, { kind, withHidden, layouts });
      const places = edit.places ?? memory.places;
      const readWithTitle = (title?: string): SheetReading =>
        readSheet(sheet, { kind, names, withHidden, places, title });
      return { index, sheet, edit, memory, read: readWithTitle, reading: readWithTitle(edit.title) };
    }),
  );
  // A title that several sheets share names none of their recipes.
  const readings = titledReadings.map(({ read: readWithTitle, ...listSheet }) => {
    const { title } = listSheet.reading;
    const isShared = title !== '' && titledReadings.filter(({ reading }) => reading.title === title).length > 1;
    return isShared && listSheet.edit.title === undefined && title !== listSheet.sheet.name
      ? { ...listSheet, reading: readWithTitle(listSheet.sheet.name) }
      : listSheet;
  });
  return withIncludedSheets(readings, withHidden);
}

/** Selects the sheets with the same columns as the first readable one, unless the owner chose otherwise. */
function withIncludedSheets(
  sheets: readonly Omit<ListSheet, 'isIncluded'>[],
  withHidden: boolean,
): readonly ListSheet[] {
  const visibleSheets = sheets.filter(({ sheet }) => withHidden || !sheet.isHidden);
  const first = visibleSheets.find(({ reading }) => reading.lines.length > 0) ?? visibleSheets[0];
  const columns = first && columnsKey(first.reading);
  return sheets.map((listSheet) => {
    const hasSameColumns =
      visibleSheets.includes(listSheet) &&
      listSheet.reading.lines.length > 0 &&
      columnsKey(listSheet.reading) === columns;
    return { ...listSheet, isIncluded: listSheet.edit.isIncluded ?? (listSheet === first || hasSameColumns) };
  });
}

const columnsKey = ({ places }: SheetReading): string =>
  Object.entries(places)
    .flatMap(([column, place]) => (place === null || place === undefined ? [] : [column]))
    .toSorted()
    .join(' ');

export function sheetView({ index, sheet: { name }, edit, memory, reading, isIncluded }: ListSheet): SheetView {
  const { lines, headings, places, title } = reading;
  const isRemembered = edit.places === undefined && memory.places !== undefined;
  return { index, name, isIncluded, lines: lines.length, headings, places, title, key: memory.key, isRemembered };
}

export function skippedCounts(sheets: readonly Pick<ListSheet, 'reading'>[]): Readonly<Record<SkipReason, number>> {
  const counts = { above: 0, heading: 0, total: 0, text: 0, empty: 0, hidden: 0, broken: 0 };
  for (const { reading } of sheets)
    for (const [reason, lines] of Object.entries(reading.skipped)) counts[reason as SkipReason] += lines.length;
  return counts;
}

/** Notes for the owner about how the file was read. */
export function notesOf(sheets: readonly ListSheet[], withHidden: boolean): readonly string[] {
  const hiddenSheets = sheets.filter(({ sheet }) => sheet.isHidden).length;
  const includedSheets = sheets.filter(({ isIncluded }) => isIncluded);
  return includedSheets.flatMap(({ reading: { skipped: passed, wrongTotals, rounded }, sheet }, index) => {
    const hidden = hiddenText(sheet, index === 0 ? hiddenSheets : 0);
    const prefix = includedSheets.length > 1 ? `Em “${sheet.name}”: ` : '';
    const [title = ''] = (sheet.rows[(passed.above[0] ?? 1) - 1]?.cells ?? []).flatMap(({ text }) =>
      text === '' ? [] : [text],
    );
    const notes = [
      ...(passed.above.length === 1 ? [`A linha “${title}”, acima do cabeçalho, fica de fora.`] : []),
      ...(passed.above.length > 1
        ? [`As ${formatCount(passed.above.length)} linhas acima do cabeçalho ficam de fora. A primeira é “${title}”.`]
        : []),
      ...(hidden === '' ? [] : [`${withHidden ? 'Entra também' : 'Fica de fora'} o que está escondido: ${hidden}.`]),
      ...(passed.broken.length > 0
        ? [`Há uma conta quebrada na planilha (como #REF!), e isto fica de fora: ${linesText(passed.broken)}.`]
        : []),
      ...(wrongTotals.length > 0 ? [`Este total não é a soma do que está acima: ${linesText(wrongTotals)}.`] : []),
      ...(rounded.length > 0 ? [`Arredondado para 4 casas decimais: ${linesText(rounded)}.`] : []),
      ...cellNotes(sheet),
    ];
    return notes.map((note) => `${prefix}${note}`);
  });
}
