import { oneLine } from '#domain/text.ts';
import { count } from '#domain/format.ts';
import { type Cell, FileRefused, type Sheet } from './sheet.ts';

/** What can be brought in of one sheet. */
export interface Table {
  /** Of the sheet; '' of a text. */
  readonly name: string;
  /** Row by row from line 1, so that an index tells the line; what is left out is empty. */
  readonly rows: readonly (readonly string[])[];
  /** Lines with something in them that are left out because the sheet hides them. */
  readonly hiddenLines: readonly number[];
  /** Lines with a formula whose value the file does not say. */
  readonly unknownLines: readonly number[];
  /** Something is hidden, and can be taken in or left out. */
  readonly hasHidden: boolean;
}

interface TableOptions {
  /** Are the columns there that are needed? */
  readonly isReadable: (rows: Table['rows']) => boolean;
  readonly withHidden: boolean;
}

const NO_LINES = 'Não há linhas neste arquivo. Escolha uma planilha com a lista ou com o relatório.';

interface FileTables {
  /** Those in which the columns are that are needed; where they are in none, the first. */
  readonly tables: readonly Table[];
  /** What the owner should know of how the file was read. */
  readonly notes: readonly string[];
}

/** @throws FileRefused where nothing is in it */
export function tablesOf(sheets: readonly Sheet[], { isReadable, withHidden }: TableOptions): FileTables {
  const filled = sheets.filter(({ rows }) => rows.some(isFilled));
  const candidates = filled
    .filter(({ isHidden }) => withHidden || !isHidden)
    .map((sheet) => ({ sheet, rows: textRows(sheet, withHidden) }));
  const readable = candidates.filter(({ rows }) => isReadable(rows));
  const taken = readable.length > 0 ? readable : candidates.slice(0, 1);
  if (taken.length === 0) throw new FileRefused(NO_LINES);
  const hiddenSheets = filled.filter(({ isHidden }) => isHidden).length;
  const tables = taken.map(({ sheet, rows }, index) =>
    tableOf(sheet, rows, { withHidden, hiddenSheets: index === 0 ? hiddenSheets : 0 }),
  );
  return {
    tables: tables.map(({ table }) => table),
    notes: [
      ...(filled.length > 1 ? [sheetsNote(filled.length, tables)] : []),
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
  const hidden = hiddenWords(sheet, hiddenSheets);
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

/** The cells as one line each; hidden ones empty. */
export function textRows({ rows, hiddenColumns }: Sheet, withHidden: boolean): Table['rows'] {
  const out = new Set(withHidden ? [] : hiddenColumns);
  return rows.map(({ cells, isHidden }) =>
    isHidden === true && !withHidden ? [] : cells.map((cell, index) => (out.has(index) ? '' : oneLine(cell.text))),
  );
}

export function hiddenWords({ rows, hiddenColumns }: Sheet, sheets: number): string {
  const lines = rows.filter((row) => row.isHidden === true && isFilled(row)).length;
  const columns = hiddenColumns.filter((column) => rows.some(({ cells }) => cells[column] !== undefined)).length;
  const parts = [counted(lines, 'linha'), counted(columns, 'coluna'), counted(sheets, 'aba')].filter(
    (part) => part !== '',
  );
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`;
}

const counted = (number: number, noun: string): string =>
  number === 0 ? '' : `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

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

const linesWith = (rows: Sheet['rows'], is: (cell: Cell) => boolean): readonly number[] =>
  rows.filter(({ cells }) => cells.some(is)).map(({ line }) => line);

const SHOWN_LINES = 5;

export function linesText(lines: readonly number[]): string {
  const shown = [...new Set(lines)].slice(0, SHOWN_LINES).map(count).join(', ');
  return `${lines.length === 1 ? 'linha' : 'linhas'} ${shown}${lines.length > SHOWN_LINES ? ' e outras' : ''}`;
}
