import { unzipSync, zipSync } from 'fflate';
import { FileRefused, MAX_CELLS, MAX_ROWS, TOO_LARGE, checkSize } from './sheet.ts';
import { FORMAT, MAX_WORKBOOK_ROWS } from './workbook-layout.ts';

/** A list of fifty thousand rows unpacks to less, and larger files are attacks. */
const MAX_UNPACKED_BYTES = 50_000_000;
/** The limit for a workbook that Prumo wrote, which has more rows. */
const MAX_OWN_UNPACKED_BYTES = 200_000_000;
const MAX_ENTRIES = 500;
/** The entries that contain tables; pictures and macros stay packed. */
const NEEDED_ENTRIES =
  /^(?:\[Content_Types\]\.xml|_rels\/.*|xl\/(?:workbook|styles|sharedStrings|metadata|theme\/[^/]+|worksheets\/[^/]+)\.xml|xl\/_rels\/workbook\.xml\.rels)$/;

const UNREADABLE =
  'Não deu para abrir este arquivo do Excel. Salve de novo como .xlsx ou como CSV, sem senha, e tente outra vez.';

/** Other packed file types, recognised by an entry of their own. */
const OTHER_FORMATS: readonly (readonly [entry: RegExp, sentence: string])[] = [
  [
    /^content\.xml$/,
    'Este arquivo é do LibreOffice (.ods). Abra-o no LibreOffice, salve como Excel (.xlsx) ou CSV e traga de novo.',
  ],
  [
    /^Index(?:\/|\.zip$)/,
    'Este arquivo é do Numbers. No Numbers, use Arquivo, Exportar para, Excel ou CSV, e traga o arquivo exportado.',
  ],
  [
    /^xl\/workbook\.bin$/,
    'Este arquivo é uma pasta binária do Excel (.xlsb). Salve como .xlsx ou CSV e traga de novo.',
  ],
  [
    /^word\//,
    'Este arquivo é um documento do Word. Copie a tabela para uma planilha, salve como .xlsx e traga de novo.',
  ],
];

export interface UnpackedWorkbook {
  /** The same file reduced to the needed entries. */
  readonly bytes: Uint8Array;
  /** The version of a workbook that Prumo wrote; undefined for any other file. */
  readonly formatVersion: number | undefined;
  /** The row limit of a sheet. */
  readonly maxRows: number;
}

/**
 * Unpacks an Excel file within limits, so that no reader gets more cells than a file may have.
 * @throws FileRefused
 */
export function unpackWorkbook(bytes: Uint8Array): UnpackedWorkbook {
  const formatVersion = formatVersionOf(bytes);
  const maxRows = formatVersion === undefined ? MAX_ROWS : MAX_WORKBOOK_ROWS;
  const entries = entriesOf(bytes, formatVersion === undefined ? MAX_UNPACKED_BYTES : MAX_OWN_UNPACKED_BYTES);
  let cells = 0;
  for (const [name, content] of Object.entries(entries))
    if (/^xl\/worksheets\/[^/]+$/.test(name)) cells += usedCells(sheetXml(content), maxRows);
  if (cells > MAX_CELLS) throw new FileRefused(TOO_LARGE);
  return { bytes: zipSync(entries, { level: 0 }), formatVersion, maxRows };
}

const PROPERTIES_ENTRY = 'docProps/custom.xml';
const MAX_PROPERTIES_BYTES = 100_000;

/** The version in the custom property of our workbooks, in the form in which any program saves it. */
function formatVersionOf(bytes: Uint8Array): number | undefined {
  try {
    const filter = ({ name, originalSize }: ArchiveEntry): boolean =>
      name === PROPERTIES_ENTRY && originalSize < MAX_PROPERTIES_BYTES;
    const properties = new TextDecoder().decode(unzipSync(bytes, { filter })[PROPERTIES_ENTRY]);
    const [, , value] =
      [...properties.matchAll(/<property\b[^<>]*\bname="([^"]*)"[^<>]*>\s*<[^<>]+>(\d+)</g)].find(
        ([, name]) => name === FORMAT.property,
      ) ?? [];
    return value === undefined ? undefined : Number(value);
  } catch {
    return undefined;
  }
}

interface ArchiveEntry {
  readonly name: string;
  readonly originalSize: number;
}

function entriesOf(bytes: Uint8Array, maxUnpackedBytes: number): Record<string, Uint8Array> {
  let unpackedBytes = 0;
  let entryCount = 0;
  const filter = ({ name, originalSize }: ArchiveEntry): boolean => {
    const other = OTHER_FORMATS.find(([entry]) => entry.test(name));
    if (other) throw new FileRefused(other[1]);
    entryCount += 1;
    if (entryCount > MAX_ENTRIES) throw new FileRefused(TOO_LARGE);
    if (!NEEDED_ENTRIES.test(name)) return false;
    unpackedBytes += originalSize;
    if (unpackedBytes > maxUnpackedBytes) throw new FileRefused(TOO_LARGE);
    return true;
  };
  try {
    const entries = unzipSync(bytes, { filter });
    if (!('xl/workbook.xml' in entries)) throw new FileRefused(UNREADABLE);
    return entries;
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused(UNREADABLE);
  }
}

function sheetXml(content: Uint8Array): string {
  const xml = new TextDecoder().decode(content);
  if (!/<(?:\w+:)?worksheet[\s>]/.test(xml.slice(0, 4_000))) throw new FileRefused(UNREADABLE);
  return xml;
}

/** The number of cells with content, and of cells covered by merged areas. */
function usedCells(xml: string, maxRows: number): number {
  let cells = 0;
  let previous = { row: 0, column: 0 };
  for (const [tag, attributes = '', closingSlash] of xml.matchAll(/<(?:\w+:)?(?:c|row)(?=[\s/>])([^<>]*?)(\/?)>/g)) {
    const isRow = /^<(?:\w+:)?row/.test(tag);
    const [, reference] = /(?:^|[\s:])r\s*=\s*["']([^"']*)["']/.exec(attributes) ?? [];
    const position = positionOf(reference, previous, isRow);
    previous = position;
    if (isRow || closingSlash === '/') continue;
    checkSize(position.row, position.column, maxRows);
    cells += 1;
  }
  return cells + mergedCells(xml);
}

/** The position of a cell; one without a reference follows the previous one. */
function positionOf(reference: string | undefined, previous: CellPosition, isRow: boolean): CellPosition {
  if (reference === undefined)
    return isRow ? { row: previous.row + 1, column: 0 } : { ...previous, column: previous.column + 1 };
  const [, column = '', row = ''] = /^([A-Z]{0,3})(\d{1,7})$/.exec(reference) ?? [];
  if (row === '') throw new FileRefused(TOO_LARGE);
  return { row: Number(row), column: isRow ? 0 : columnNumber(column) };
}

interface CellPosition {
  readonly row: number;
  readonly column: number;
}

function mergedCells(xml: string): number {
  let cells = 0;
  for (const [, area = ''] of xml.matchAll(/<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*["']([^"']*)["']/g)) {
    const [, left = '', top, right = left, bottom = top] =
      /^([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/.exec(area) ?? [];
    if (top === undefined) throw new FileRefused(TOO_LARGE);
    cells += (Math.abs(columnNumber(right) - columnNumber(left)) + 1) * (Math.abs(Number(bottom) - Number(top)) + 1);
  }
  return cells;
}

/** The number of a column, from 1: 'A' → 1, 'AA' → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

export const unreadable = (): FileRefused => new FileRefused(UNREADABLE);
