import { toOneLine } from '#domain/text.ts';
import { formatCount } from '#domain/format.ts';
import { type Cell, FileRefused, type Sheet } from './sheet.ts';

/** The importable content of one sheet. */
export interface Table {
  /** The name of the sheet; '' for a text. */
  readonly name: string;
  /** The rows from line 1, so that an index gives the line; rows that are left out are empty. */
  readonly rows: readonly (readonly string[])[];
  /** Lines with content that are left out because the sheet hides them. */
  readonly hiddenLines: readonly number[];
  /** Lines with a formula without a stored value. */
  readonly unknownLines: readonly number[];
  /** Tells whether anything is hidden, so that including it is a choice. */
  readonly hasHidden: boolean;
}

interface TableOptions {
  /** Tells whether the rows have the required columns. */
  readonly isReadable: (rows: Table['rows']) => boolean;
  readonly withHidden: boolean;
}

const NO_LINES = 'Não há linhas neste arquivo. Escolha uma planilha com a lista ou com o relatório.';

interface FileTables {
  /** The sheets with the required columns; if there are none, the first sheet. */
  readonly tables: readonly Table[];
  /** Notes for the owner about how the file was read. */
  readonly notes: readonly string[];
}

/** @throws FileRefused if there is no content */
export function tablesOf(sheets: readonly Sheet[], { isReadable, withHidden }: TableOptions): FileTables {
  const filledSheets = sheets.filter(({ rows }) => rows.some(isFilled));
  const candidates = filledSheets
    .filter(({ isHidden }) => withHidden || !isHidden)
    .map((sheet) => ({ sheet, rows: textRows(sheet, withHidden) }));
  const readable = candidates.filter(({ rows }) => isReadable(rows));
  const chosen = readable.length > 0 ? readable : candidates.slice(0, 1);
  if (chosen.length === 0) throw new FileRefused(NO_LINES);
  const hiddenSheets = filledSheets.filter(({ isHidden }) => isHidden).length;
  const tables = chosen.map(({ sheet, rows }, index) =>
    tableOf(sheet, rows, { withHidden, hiddenSheets: index === 0 ? hiddenSheets : 0 }),
  );
  return {
    tables: tables.map(({ table }) => table),
    notes: [
      ...(filledSheets.length > 1 ? [sheetsNote(filledSheets.length, tables)] : []),
      ...tables.flatMap(({ notes, table: { name } }) =>
        tables.length === 1 ? notes : notes.map((note) => `Aba “${name}”: ${note}`),
      ),
    ],
  };
}

function sheetsNote(sheets: number, tables: readonly { readonly table: Table }[]): string {
  const names = tables.map(({ table }) => `“${table.name}”`).join(', ');
  return `A pasta tem ${sheets} abas. ${tables.length === 1 ? `Esta é a ${names}.` : `Têm vendas: ${names}.`}`;
}

function tableOf(
  sheet: Sheet,
  rows: Table['rows'],
  { withHidden, hiddenSheets }: { readonly withHidden: boolean; readonly hiddenSheets: number },
): { readonly table: Table; readonly notes: readonly string[] } {
  const hidden = hiddenText(sheet, hiddenSheets);
  const hiddenLines = sheet.rows.filter((row) => row.isHidden === true && isFilled(row) && !withHidden);
  const notes = [
    ...(hidden === ''
      ? []
      : [
          withHidden
            ? `Entra também o que está escondido: ${hidden}.`
            : `Fica de fora o que está escondido: ${hidden}.`,
        ]),
    ...cellNotes(sheet),
  ];
  return {
    notes,
    table: {
      name: sheet.name,
      rows,
      hiddenLines: hiddenLines.map(({ line }) => line),
      unknownLines: linesWith(sheet.rows, (cell) => cell.isUnknown === true),
      hasHidden: hidden !== '',
    },
  };
}

export const isFilled = ({ cells }: Sheet['rows'][number]): boolean => cells.length > 0;

/** The rows with each cell on one line; hidden cells are empty. */
export function textRows({ rows, hiddenColumns }: Sheet, withHidden: boolean): Table['rows'] {
  const hiddenIndexes = new Set(withHidden ? [] : hiddenColumns);
  return rows.map(({ cells, isHidden }) =>
    isHidden === true && !withHidden
      ? []
      : cells.map((cell, index) => (hiddenIndexes.has(index) ? '' : toOneLine(cell.text))),
  );
}

export function hiddenText({ rows, hiddenColumns }: Sheet, sheets: number): string {
  const lines = rows.filter((row) => row.isHidden === true && isFilled(row)).length;
  const columns = hiddenColumns.filter((column) => rows.some(({ cells }) => cells[column] !== undefined)).length;
  const parts = [countText(lines, 'linha'), countText(columns, 'coluna'), countText(sheets, 'aba')].filter(
    (part) => part !== '',
  );
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`;
}

const countText = (number: number, noun: string): string =>
  number === 0 ? '' : `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;

export function cellNotes({ rows, mergedNumbers }: Sheet): readonly string[] {
  const damaged = rows.filter(({ isDamaged }) => isDamaged === true).map(({ line }) => line);
  const unknown = linesWith(rows, (cell) => cell.isUnknown === true);
  return [
    ...(mergedNumbers.length > 0
      ? [`Um número mesclado em várias linhas conta só na primeira (${linesText(mergedNumbers)}).`]
      : []),
    ...(unknown.length > 0
      ? [
          `Há fórmulas sem valor guardado (${linesText(unknown)}): o valor fica em branco. Para tê-lo, abra o arquivo no Excel, salve e traga de novo.`,
        ]
      : []),
    ...(damaged.length > 0 ? [`Há letras que não deu para ler (${linesText(damaged)}). Confira os nomes.`] : []),
  ];
}

const linesWith = (rows: Sheet['rows'], matches: (cell: Cell) => boolean): readonly number[] =>
  rows.filter(({ cells }) => cells.some(matches)).map(({ line }) => line);

const MAX_LINES = 5;

export function linesText(lines: readonly number[]): string {
  const lineNumbers = [...new Set(lines)].slice(0, MAX_LINES).map(formatCount).join(', ');
  return `${lines.length === 1 ? 'linha' : 'linhas'} ${lineNumbers}${lines.length > MAX_LINES ? ' e outras' : ''}`;
}

/** Counts the different columns that a row names. */
export type CountColumns = (cells: readonly string[]) => number;

/** The number of rows to search for headings: tills print a title, their address and the dates above. */
export const SEARCHED_ROWS = 40;

/**
 * The index of the heading row: among the first 40 rows the first one that names most different columns, at least two;
 * without one, the texts right above the first numbers. -1 if there is none. A row with a number or a date has no
 * headings.
 */
export function headingRow(rows: readonly (readonly string[])[], countColumns: CountColumns): number {
  const first = rows.slice(0, SEARCHED_ROWS);
  let best = { index: -1, count: 1 };
  for (const [index, row] of first.entries()) {
    if (row.some(isNumberOrDate)) continue;
    const count = countColumns(row);
    if (count > best.count) best = { index, count };
  }
  return best.index < 0 ? rowAboveNumbers(first) : best.index;
}

function rowAboveNumbers(rows: readonly (readonly string[])[]): number {
  const above = rows.findIndex((row) => row.some(isNumberOrDate)) - 1;
  const texts = rows[above]?.filter((cell) => cell.trim() !== '').length ?? 0;
  return texts > 1 ? above : -1;
}

/** Tells whether a cell is a value and no heading: 'R$ 4,90', '31/10/2026 20:15', '(12,00)', '320 g', '4,90/kg'. */
const isNumberOrDate = (cell: string): boolean =>
  /^[-−+(]?\s*\d[\d.,:/%()'’\s-]*(?:\/?\s*\p{L}{1,3}\.?|T[\d:.]+Z?)?$/u.test(cell.replaceAll(/R\$/gi, '').trim());
