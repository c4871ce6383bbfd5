import { oneLine } from '#contract/text.ts';
import { count } from '#domain/format.ts';
import { type Cell, FileRefused, type Sheet } from './sheet.ts';

/** What is brought in of a file. */
export interface Table {
  /** Row by row from line 1, so that an index tells the line; what is left out is empty. */
  readonly rows: readonly (readonly string[])[];
  /** What the owner should know of how the file was read. */
  readonly notes: readonly string[];
  /** Something is hidden, and can be taken in or left out. */
  readonly hasHidden: boolean;
}

interface TableOptions {
  /** Are the columns there that are needed? Of several sheets the first such is taken, else the first. */
  readonly isReadable: (rows: Table['rows']) => boolean;
  readonly withHidden: boolean;
}

const NO_LINES = 'Não há linhas neste arquivo. Escolha uma planilha com a lista ou com o relatório.';

/** @throws FileRefused where nothing is in it */
export function tableOf(sheets: readonly Sheet[], { isReadable, withHidden }: TableOptions): Table {
  const filled = sheets.filter(({ rows }) => rows.some(isFilled));
  const candidates = filled
    .filter(({ isHidden }) => withHidden || !isHidden)
    .map((sheet) => ({ sheet, rows: textRows(sheet, withHidden) }));
  const taken = candidates.find(({ rows }) => isReadable(rows)) ?? candidates[0];
  if (!taken) throw new FileRefused(NO_LINES);
  const hiddenSheets = filled.filter(({ isHidden }) => isHidden).length;
  const hidden = hiddenWords(taken.sheet, hiddenSheets);
  const notes = [
    ...(filled.length > 1 ? [`A pasta tem ${filled.length} abas. Esta é a “${taken.sheet.name}”.`] : []),
    ...(hidden === ''
      ? []
      : [
          withHidden
            ? `Entra também o que está escondido: ${hidden}.`
            : `Fica de fora o que está escondido: ${hidden}.`,
        ]),
    ...cellNotes(taken.sheet),
  ];
  return { rows: taken.rows, notes, hasHidden: hidden !== '' };
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
