import { type CellObject, type Range, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import {
  type Cell,
  checkSize,
  FileRefused,
  MAX_CELLS,
  MAX_ROWS,
  type Row,
  type Sheet,
  TOO_LARGE,
  widthOf,
} from './sheet.ts';
import { unpackWorkbook, unreadable } from './unpack-workbook.ts';

const OPTIONS = {
  dense: true,
  cellStyles: true, // The number format shows percentages; styles show hidden rows and columns.
  cellNF: true,
  cellText: false,
  cellHTML: false,
  sheetStubs: true, // Formulas without a value need their own cells.
} as const;

/** Error texts by their code in Excel. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

export interface WorkbookSheets {
  readonly sheets: readonly Sheet[];
  /** The version of a workbook that Prumo wrote; undefined for any other file. */
  readonly formatVersion: number | undefined;
}

/** All sheets of an Excel file. A large file takes long, so this runs in a worker. @throws FileRefused */
export function workbookSheets(packed: Uint8Array): WorkbookSheets {
  const { bytes, formatVersion, maxRows } = unpackWorkbook(packed);
  return { sheets: sheetsOf(() => read(bytes, { ...OPTIONS, type: 'array' }), maxRows), formatVersion };
}

/** The tables of an HTML page or an Excel XML file named .xls, with their cells as texts. @throws FileRefused */
export function markupSheets(text: string): readonly Sheet[] {
  checkMarkup(text);
  return sheetsOf(() => read(decodeEntities(text), { ...OPTIONS, type: 'string', raw: true }));
}

/** Decodes HTML entities: the library knows only the most common ones. 'P&atilde;o' → 'Pão'. */
const decodeEntities = (text: string): string =>
  text
    .replaceAll(/&([a-z])(acute|grave|circ|tilde|uml|cedil);/gi, (entity, letter: string, accent: string) =>
      accent in ACCENTS ? `${letter}${ACCENTS[accent as keyof typeof ACCENTS]}`.normalize('NFC') : entity,
    )
    .replaceAll(/&(ordm|ordf|deg|euro|ndash|mdash|rsquo);/g, (_, name: string) => SIGNS[name as keyof typeof SIGNS]);

/** Combining accents by entity name. */
const ACCENTS = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
} as const;
const SIGNS = { ordm: 'º', ordf: 'ª', deg: '°', euro: '€', ndash: '–', mdash: '—', rsquo: '’' } as const;

/** Rejects cell references and spans that would turn a few characters into a table of millions of cells. */
function checkMarkup(text: string): void {
  let covered = 0;
  for (const [, name = '', number = ''] of text.matchAll(
    /\b(rowspan|colspan|(?:ss:)?(?:Index|MergeAcross|MergeDown|Span))\s*=\s*["']?(\d+)/gi,
  )) {
    checkSize(/row|down/i.test(name) ? Number(number) : 0, /col|across/i.test(name) ? Number(number) : 0);
    checkSize(Number(number), 0);
    covered += Number(number);
  }
  const tables = text.match(/<table\b/gi)?.length ?? 0;
  if (covered > MAX_CELLS || tables > 200) throw new FileRefused(TOO_LARGE);
}

function sheetsOf(open: () => WorkBook, maxRows = MAX_ROWS): readonly Sheet[] {
  try {
    const workbook = open();
    const { WBProps, Sheets = [] } = workbook.Workbook ?? {};
    return workbook.SheetNames.flatMap((name, index) => {
      const sheet = workbook.Sheets[name];
      if (!sheet || sheet['!type'] === 'chart') return [];
      const isHidden = (Sheets[index]?.Hidden ?? 0) !== 0;
      return [sheetOf(sheet, { name, isHidden, isFrom1904: WBProps?.date1904 === true, maxRows })];
    });
  } catch (error) {
    throw error instanceof FileRefused ? error : unreadable();
  }
}

interface CellOptions {
  readonly name: string;
  readonly isHidden: boolean;
  /** Tells whether dates count from 1904, as in old files of a Mac. */
  readonly isFrom1904: boolean;
  readonly maxRows: number;
}

const EMPTY_CELL: Cell = { text: '' };

function sheetOf(sheet: WorkSheet, { name, isHidden, isFrom1904, maxRows }: CellOptions): Sheet {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  const height = data.findLastIndex(isFilled) + 1;
  checkSize(height, 0, maxRows);
  const table = Array.from({ length: height }, (_, index) => cellsOf(data[index], isFrom1904));
  const mergedNumbers = (sheet['!merges'] ?? []).flatMap((area) => spreadMerged(area, table));
  const rows = table.map((cells, index): Row => {
    const row = { line: index + 1, cells: cells.slice(0, widthOf(cells)) };
    return sheet['!rows']?.[index]?.hidden === true ? { ...row, isHidden: true } : row;
  });
  const hiddenColumns = (sheet['!cols'] ?? []).flatMap((column, index) => (column?.hidden === true ? [index] : []));
  return { name, isHidden, rows, hiddenColumns, mergedNumbers };
}

/** A file may format a million rows without any content. */
const hasContent = (cell: CellObject | null | undefined): boolean =>
  Boolean(cell) && (cell?.t !== 'z' || cell.f !== undefined) && cell?.v !== '';

const isFilled = (row: readonly (CellObject | undefined)[] | undefined): boolean => row?.some(hasContent) ?? false;

function cellsOf(row: readonly (CellObject | undefined)[] | undefined, isFrom1904: boolean): Cell[] {
  const width = (row?.findLastIndex(hasContent) ?? -1) + 1;
  checkSize(0, width);
  return Array.from({ length: width }, (_, index) => {
    const cell = row?.[index];
    return cell ? cellOf(cell, isFrom1904) : EMPTY_CELL;
  });
}

/** Copies a merged text into all its rows. A number stays in its first row, whose line is returned. */
function spreadMerged(
  { s: { r: top, c: column }, e: { r: bottom } }: Range,
  table: readonly Cell[][],
): readonly number[] {
  const cell = table[top]?.[column];
  if (!cell || widthOf([cell]) === 0 || bottom === top) return [];
  if (cell.number !== undefined && cell.date === undefined) return [top + 1];
  for (const row of table.slice(top + 1, bottom + 1)) {
    while (row.length <= column) row.push(EMPTY_CELL);
    row[column] = cell;
  }
  return [];
}

function cellOf({ t: type, v: value, f: formula, z: format }: CellObject, isFrom1904: boolean): Cell {
  switch (type) {
    case 'z':
      return formula === undefined ? EMPTY_CELL : { text: '', isUnknown: true };
    case 'e': {
      const error = ERRORS[Number(value)] ?? '#ERRO!';
      return { text: error, error };
    }
    case 'b':
      return { text: value === true ? 'sim' : 'não' };
    case 'n':
      return numberCell(Number(value), String(format ?? 'General'), isFrom1904);
    case 'd':
    case 's':
      return { text: String(value ?? '').trim() };
    default:
      return type satisfies never;
  }
}

function numberCell(value: number, format: string, isFrom1904: boolean): Cell {
  if (!Number.isFinite(value)) return { text: '#NUM!', error: '#NUM!' };
  if (SSF.is_date(format)) return dateCell(value, isFrom1904) ?? { text: numberText(value), number: value };
  if (!isPercent(format)) return { text: numberText(value), number: value };
  const percent = withoutRoundingError(value * 100);
  return { text: `${numberText(percent)}%`, number: percent };
}

/** A quoted or escaped percent sign is literal. */
const isPercent = (format: string): boolean => format.replaceAll(/"[^"]*"|\\./g, '').includes('%');

/** The number without the rounding error of binary fractions. */
const withoutRoundingError = (value: number): number => Number(value.toPrecision(15));

function numberText(value: number): string {
  const text = String(withoutRoundingError(value));
  // Only very large and very small numbers have an exponent.
  return (text.includes('e') ? WITHOUT_EXPONENT.format(withoutRoundingError(value)) : text).replace('.', ',');
}

const WITHOUT_EXPONENT = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 });

function dateCell(value: number, isFrom1904: boolean): Cell | undefined {
  const parts = SSF.parse_date_code(value, { date1904: isFrom1904 }) as {
    y: number;
    m: number;
    d: number;
    H: number;
    M: number;
    S: number;
  } | null;
  if (!parts) return undefined;
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  const time = `${twoDigits(parts.H)}:${twoDigits(parts.M)}`;
  if (value < 1) return { text: time };
  const day = `${parts.y}-${twoDigits(parts.m)}-${twoDigits(parts.d)}`;
  const dateText = `${twoDigits(parts.d)}/${twoDigits(parts.m)}/${parts.y}`;
  if (Number.isInteger(value)) return { text: dateText, date: day };
  return { text: `${dateText} ${time}`, date: `${day}T${time}:${twoDigits(Math.floor(parts.S))}` };
}
