import { unzipSync, zipSync } from 'fflate';
import { FileRefused, MAX_CELLS, TOO_LARGE, checkSize } from './sheet.ts';

/** A list of fifty thousand rows unfolds to less; more has been made to hurt. */
const MAX_UNPACKED = 50_000_000;
const MAX_ENTRIES = 500;
/** All that a table is made of; pictures and macros stay packed. */
const NEEDED =
  /^(?:\[Content_Types\]\.xml|_rels\/.*|xl\/(?:workbook|styles|sharedStrings|theme\/[^/]+|worksheets\/[^/]+)\.xml|xl\/_rels\/workbook\.xml\.rels)$/;

const UNREADABLE =
  'Não deu para abrir este arquivo do Excel. Salve de novo como .xlsx ou como CSV, sem senha, e tente outra vez.';

/** What else is a packed file, by an entry that only it has. */
const OTHERS: readonly (readonly [entry: RegExp, sentence: string])[] = [
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

/**
 * The same file with nothing in it but what is needed, unpacked within bounds, so that no reader is given more cells than
 * a file may have.
 * @throws FileRefused
 */
export function unpackWorkbook(bytes: Uint8Array): Uint8Array {
  const files = entriesOf(bytes);
  let cells = 0;
  for (const [name, content] of Object.entries(files))
    if (/^xl\/worksheets\/[^/]+$/.test(name)) cells += usedCells(sheetXml(content));
  if (cells > MAX_CELLS) throw new FileRefused(TOO_LARGE);
  return zipSync(files, { level: 0 });
}

function entriesOf(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0;
  let entries = 0;
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    const other = OTHERS.find(([entry]) => entry.test(name));
    if (other) throw new FileRefused(other[1]);
    entries += 1;
    if (entries > MAX_ENTRIES) throw new FileRefused(TOO_LARGE);
    if (!NEEDED.test(name)) return false;
    unpacked += originalSize;
    if (unpacked > MAX_UNPACKED) throw new FileRefused(TOO_LARGE);
    return true;
  };
  try {
    const files = unzipSync(bytes, { filter });
    if (!('xl/workbook.xml' in files)) throw new FileRefused(UNREADABLE);
    return files;
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused(UNREADABLE);
  }
}

function sheetXml(content: Uint8Array): string {
  const xml = new TextDecoder().decode(content);
  if (!/<(?:\w+:)?worksheet[\s>]/.test(xml.slice(0, 4_000))) throw new FileRefused(UNREADABLE);
  return xml;
}

/** Cells with something in them, and all that merged areas cover. */
function usedCells(xml: string): number {
  let cells = 0;
  let last = { row: 0, column: 0 };
  for (const [tag, attributes = '', isEmpty] of xml.matchAll(/<(?:\w+:)?(?:c|row)(?=[\s/>])([^<>]*?)(\/?)>/g)) {
    const isRow = /^<(?:\w+:)?row/.test(tag);
    const [, place] = /(?:^|[\s:])r\s*=\s*["']([^"']*)["']/.exec(attributes) ?? [];
    const at = placeOf(place, last, isRow);
    last = at;
    if (isRow || isEmpty === '/') continue;
    checkSize(at.row, at.column);
    cells += 1;
  }
  return cells + mergedCells(xml);
}

/** What does not say its place is in the next one. */
function placeOf(place: string | undefined, last: Place, isRow: boolean): Place {
  if (place === undefined) return isRow ? { row: last.row + 1, column: 0 } : { ...last, column: last.column + 1 };
  const [, column = '', row = ''] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
  if (row === '') throw new FileRefused(TOO_LARGE);
  return { row: Number(row), column: isRow ? 0 : columnNumber(column) };
}

interface Place {
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

/** 'A' → 1, 'AA' → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

export const unreadable = (): FileRefused => new FileRefused(UNREADABLE);
