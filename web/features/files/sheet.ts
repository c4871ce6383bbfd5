/** One cell of a sheet. */
export interface Cell {
  /** As it is read: a number with a comma ('6,5%' where it is shown so), a day as 31/10/2026; '' where nothing is known. */
  readonly text: string;
  /** Of a cell that holds a number and no text; × 100 where it is shown as %. */
  readonly number?: number;
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, without a zone. */
  readonly date?: string;
  /** '#REF!' */
  readonly error?: string;
  /** A formula of which the file does not say the value. */
  readonly isUnknown?: true;
}

export interface Row {
  /** As a spreadsheet shows it, from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly isHidden?: true;
  /** Some of its letters could not be read. */
  readonly isDamaged?: true;
}

export interface Sheet {
  /** '' of a text. */
  readonly name: string;
  readonly isHidden: boolean;
  /** Every row from the first to the last with anything in it, the empty ones among them. */
  readonly rows: readonly Row[];
  /** Places of the columns that the sheet hides, from 0. */
  readonly hiddenColumns: readonly number[];
  /** Lines on which a number was merged over several rows: it counts there and in none of the others. */
  readonly mergedNumbers: readonly number[];
}

/** A file that cannot be read. Its message is a sentence for the owner that says what to do. */
export class FileRefused extends Error {}

export const MAX_BYTES = 10_000_000;
export const MAX_ROWS = 50_000;
const MAX_COLUMNS = 200;
/** More than any list or report has; what a phone can hold. */
export const MAX_CELLS = 3_000_000;

export const TOO_LARGE =
  'O arquivo é grande demais. Peça o relatório de um mês só, ou deixe só as colunas que interessam.';

const MAX_FILES = 50;
const MAX_BYTES_TOGETHER = 30_000_000;

/** What is wrong with reading these files together; undefined where nothing is. */
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

/** A quoted cell has line breaks of its own: a text of so many lines is too large before anybody parses it. */
const MAX_LINES = 10 * MAX_ROWS;

/** @throws FileRefused */
export function checkLines(text: string): void {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  if (lines > MAX_LINES) throw new FileRefused(TOO_LARGE);
}

/** In the words of Excel, in English and in Portuguese: a CSV file has them as text. */
const ERROR =
  /^#(?:REF!|N\/A|N\/D|DIV\/0!|VALUE!|VALOR!|NAME\?|NOME\?|NUM!|NÚM!|NULL!|NULO!|SPILL!|DESPEJAR!|CALC!|ERRO!)$/i;

export const isError = (text: string): boolean => ERROR.test(text);

/** Without the empty ones at its end. */
export function widthOf(cells: readonly (Cell | string)[]): number {
  return cells.findLastIndex((cell) => !isEmpty(cell)) + 1;
}

const isEmpty = (cell: Cell | string): boolean =>
  typeof cell === 'string' ? cell.trim() === '' : cell.text === '' && cell.isUnknown !== true;
