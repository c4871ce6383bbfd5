import { removeGuard } from '#contract/csv.ts';
import { REPLACEMENT_CHARACTER, decodeText, type Encoding, type EncodingChoice } from './encoding.ts';
import type { CountColumns } from './table.ts';
import { separatedRows } from './separated-text.ts';
import {
  checkLines,
  checkSize,
  FileRefused,
  isError,
  MAX_BYTES,
  type Row,
  type Sheet,
  TOO_LARGE,
  widthOf,
} from './sheet.ts';

export type FileReading =
  /** `format` is the version of a workbook that Prumo wrote. */
  | { readonly kind: 'sheets'; readonly sheets: readonly Sheet[]; readonly formatVersion?: number | undefined }
  /** The encoding has to be chosen first; nothing is read until then. */
  | { readonly kind: 'encodings'; readonly choices: readonly EncodingChoice[] };

interface FileReadOptions {
  /** Counts the columns of the list that a row names. */
  readonly columnsIn: CountColumns;
  /** The encoding that a person chose. */
  readonly encoding?: Encoding | undefined;
}

const OLD_EXCEL =
  'Este arquivo é um Excel antigo (.xls). Abra-o no Excel ou no Google Planilhas, salve como .xlsx ou CSV e traga de novo.';
const PROTECTED = 'Este arquivo tem senha. Tire a senha no Excel, salve de novo e traga outra vez.';
const PDF = 'Este arquivo é um PDF. Peça o relatório em Excel ou CSV, ou copie as linhas e cole aqui.';
const PICTURE = 'Este arquivo é uma imagem. Escolha a planilha em Excel ou CSV, ou cole as células aqui.';
const FISCAL =
  'Este arquivo é uma nota fiscal (NF-e), que não é uma lista. Copie os produtos para uma planilha e traga a planilha.';
const NO_TABLE = 'Não há tabela neste arquivo. Escolha uma planilha em Excel ou CSV, ou cole as células aqui.';
const NO_SHEET =
  'Este arquivo não é uma planilha. Escolha um arquivo do Excel (.xlsx) ou CSV, ou cole as células aqui.';

/** The first bytes of unreadable file types, with the sentence for each. */
const BEGINNINGS: readonly (readonly [start: string, sentence: string])[] = [
  ['%PDF', PDF],
  ['\u0089PNG', PICTURE],
  ['\u00FF\u00D8\u00FF', PICTURE],
  ['GIF8', PICTURE],
  ['RIFF', PICTURE],
  ['II*\0', PICTURE],
  ['MM\0*', PICTURE],
  ['{\\rtf', NO_SHEET],
  ['\u001F\u008B', NO_SHEET],
];

/** A chosen file, or pasted cells. */
export interface ChosenFile {
  readonly name: string;
  /** The pasted text, or the bytes of the file. */
  readonly content: string | ArrayBuffer;
}

type SheetsReading = Extract<FileReading, { kind: 'sheets' }>;

/**
 * The sheets of each file, or the possible encodings of one of them.
 * @throws FileRefused
 */
export async function readFiles(
  files: readonly ChosenFile[],
  options: FileReadOptions,
): Promise<readonly (SheetsReading & { readonly name: string })[] | Extract<FileReading, { kind: 'encodings' }>> {
  const readings = [];
  for (const { name, content } of files) {
    const reading = await readFile(typeof content === 'string' ? content : new Uint8Array(content), options);
    if (reading.kind === 'encodings') return reading;
    readings.push({ ...reading, name });
  }
  return readings;
}

/**
 * The sheets of a file of any type, or of a pasted text.
 * @throws FileRefused with a sentence for the owner, and no other error
 */
export async function readFile(bytes: string | Uint8Array, options: FileReadOptions): Promise<FileReading> {
  if (typeof bytes === 'string') return { kind: 'sheets', sheets: await decodedSheets(bytes, options.columnsIn) };
  if (bytes.length > MAX_BYTES) throw new FileRefused(TOO_LARGE);
  const start = Array.from(bytes.subarray(0, 12), (byte) => String.fromCharCode(byte)).join('');
  const beginning = BEGINNINGS.find(([sign]) => start.startsWith(sign));
  if (beginning) throw new FileRefused(beginning[1]);
  if (start.slice(4, 8) === 'ftyp') throw new FileRefused(PICTURE);
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0')) throw new FileRefused(isProtected(bytes) ? PROTECTED : OLD_EXCEL);
  // A CSV file does not load the code that reads Excel files.
  if (start.startsWith('PK')) return { kind: 'sheets', ...(await import('./workbook.ts')).workbookSheets(bytes) };
  const decoded = decodeText(bytes, options.encoding);
  if (decoded.kind === 'choices') return { kind: 'encodings', choices: decoded.choices };
  return { kind: 'sheets', sheets: await decodedSheets(decoded.text, options.columnsIn) };
}

/**
 * Tells whether a workbook is encrypted: Excel stores such a one as a compound file with an entry of this name in
 * UTF-16.
 */
function isProtected(bytes: Uint8Array): boolean {
  return new TextDecoder('windows-1252').decode(bytes).includes(Array.from('EncryptedPackage').join('\0'));
}

async function decodedSheets(text: string, columnsIn: CountColumns): Promise<readonly Sheet[]> {
  const head = text.slice(0, 4_000);
  if (head.includes('\0')) throw new FileRefused(NO_SHEET);
  if (!/^\s*</.test(head.replace(/^\uFEFF/, ''))) return [textSheet(text, columnsIn)];
  if (/<(?:\w+:)?(?:nfeProc|NFe|infNFe|enviNFe|CFe|cteProc)\b/.test(head)) throw new FileRefused(FISCAL);
  if (!/<table\b/i.test(text) && !/urn:schemas-microsoft-com:office:spreadsheet/.test(head))
    throw new FileRefused(NO_TABLE);
  return (await import('./workbook.ts')).markupSheets(text);
}

/** A pasted text or a text file as a single sheet. @throws FileRefused */
export function textSheet(text: string, columnsIn: CountColumns): Sheet {
  checkLines(text);
  const rows = separatedRows(text, columnsIn).map((texts, index): Row => {
    checkSize(index + 1, widthOf(texts));
    const cells = texts
      .slice(0, widthOf(texts))
      .map((cell) => (isError(cell) ? { text: cell, error: cell } : { text: removeGuard(cell) }));
    const row = { line: index + 1, cells };
    return texts.some((cell) => cell.includes(REPLACEMENT_CHARACTER)) ? { ...row, isDamaged: true } : row;
  });
  return { name: '', isHidden: false, rows, hiddenColumns: [], mergedNumbers: [] };
}
