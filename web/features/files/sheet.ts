/** One cell of a sheet. */
export interface Cell {
  /**
   * The cell as text: a number with a decimal comma ('6,5%' if shown so), a date as 31/10/2026; '' if the value is
   * unknown.
   */
  readonly text: string;
  /** The number of a numeric cell; × 100 if it is shown as a percentage. */
  readonly number?: number;
  /** The date without a zone: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`. */
  readonly date?: string;
  /** The error value of a failed formula: '#REF!'. */
  readonly error?: string;
  /** Tells whether the cell is a formula without a stored value. */
  readonly isUnknown?: true;
}

export interface Row {
  /** The row number in the spreadsheet, from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly isHidden?: true;
  /** Tells whether some of its characters could not be decoded. */
  readonly isDamaged?: true;
}

export interface Sheet {
  /** The name of the sheet; '' for a text. */
  readonly name: string;
  readonly isHidden: boolean;
  /** All rows from the first to the last with content, including empty ones. */
  readonly rows: readonly Row[];
  /** Indexes of hidden columns, from 0. */
  readonly hiddenColumns: readonly number[];
  /** Lines with a number that was merged over several rows: it counts in its first row only. */
  readonly mergedNumbers: readonly number[];
}

/** A file that cannot be read. The message is a sentence that tells the owner what to do. */
export class FileRefused extends Error {}

export const MAX_BYTES = 10_000_000;
export const MAX_ROWS = 50_000;
const MAX_COLUMNS = 200;
/** The limit is above the size of any list or report, and within the memory of a phone. */
export const MAX_CELLS = 3_000_000;

export const TOO_LARGE =
  'O arquivo é grande demais. Peça o relatório de um mês só, ou deixe só as colunas que interessam.';

const MAX_FILES = 50;
const MAX_BYTES_TOGETHER = 30_000_000;

/** The problem with reading these files together; undefined if there is none. */
export function sizeProblem(files: readonly { readonly size: number }[]): string | undefined {
  if (files.some(({ size }) => size > MAX_BYTES)) return TOO_LARGE;
  const bytes = files.reduce((all, { size }) => all + size, 0);
  return files.length > MAX_FILES || bytes > MAX_BYTES_TOGETHER
    ? 'São arquivos demais de uma vez: até 50, com 30 MB ao todo. Traga uma parte de cada vez.'
    : undefined;
}

/** @throws FileRefused */
export function checkSize(rows: number, columns: number, maxRows = MAX_ROWS): void {
  if (rows > maxRows || columns > MAX_COLUMNS) throw new FileRefused(TOO_LARGE);
}

/** The limit of line breaks before parsing: quoted cells contain further ones. */
const MAX_LINES = 10 * MAX_ROWS;

/** @throws FileRefused */
export function checkLines(text: string): void {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  if (lines > MAX_LINES) throw new FileRefused(TOO_LARGE);
}

/** Error values of Excel in English and Portuguese, which CSV files contain as text. */
const ERROR =
  /^#(?:REF!|N\/A|N\/D|DIV\/0!|VALUE!|VALOR!|NAME\?|NOME\?|NUM!|NÚM!|NULL!|NULO!|SPILL!|DESPEJAR!|CALC!|ERRO!)$/i;

export const isError = (text: string): boolean => ERROR.test(text);

/** The number of cells without empty ones at the end. */
export function widthOf(cells: readonly (Cell | string)[]): number {
  return cells.findLastIndex((cell) => !isEmpty(cell)) + 1;
}

const isEmpty = (cell: Cell | string): boolean =>
  typeof cell === 'string' ? cell.trim() === '' : cell.text === '' && cell.isUnknown !== true;
