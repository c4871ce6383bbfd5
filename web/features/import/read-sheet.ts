import { normalizeName } from '#domain/names.ts';
import { readNumeral } from '#domain/numerals.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import { namedPrice } from '../fields/channel-names.ts';
import { numberIn, provenDecimalMark } from '../files/cell-values.ts';
import { isError, type Row, type Sheet } from '../files/sheet.ts';
import { textRows, headingRow, SEARCHED_ROWS } from '../files/table.ts';
import { numbersIn, TotalLineDetector } from '../files/totals.ts';
import { COLUMN_NAMES, columnOf, columnsIn, isAmount, splitUnits } from '../fields/columns.ts';
import type { ColumnName, ImportKind, RowTexts } from '../fields/import-kind.ts';

/** The reason why a line of a sheet is no row of the list. */
export type SkipReason = 'above' | 'heading' | 'total' | 'text' | 'empty' | 'hidden' | 'broken';

export interface SheetLine {
  /** The row number in the spreadsheet, from 1. */
  readonly line: number;
  readonly texts: RowTexts;
}

/** The column indexes of the sheet, from 0; null for a missing one. */
export type ColumnPositions = { readonly [Column in ColumnName]?: number | null };

/** The owner's choices for a sheet. */
export interface SheetEdit {
  readonly isIncluded?: boolean;
  readonly places?: ColumnPositions;
  readonly title?: string;
}

export interface SheetView {
  /** The index of the sheet in the file. */
  readonly index: number;
  readonly name: string;
  readonly isIncluded: boolean;
  readonly lines: number;
  readonly headings: readonly string[];
  readonly places: ColumnPositions;
  readonly title: string;
  /** The key by which files with the same headings are recognised; '' if they cannot be. */
  readonly key: string;
  /** Tells whether the columns are the remembered ones. */
  readonly isRemembered: boolean;
}

export interface SheetReading {
  readonly headings: readonly string[];
  readonly places: ColumnPositions;
  readonly lines: readonly SheetLine[];
  /** Line numbers by reason. Each line of the sheet is either here or in `lines`. */
  readonly skipped: Readonly<Record<SkipReason, readonly number[]>>;
  /**
   * The title of the lines where no column names their recipe: the sheet's name, or the only text above the headings.
   */
  readonly title: string;
  /** Lines of totals that differ from the sum of the lines above. */
  readonly wrongTotals: readonly number[];
  /** Lines with a number that was rounded to four decimals. */
  readonly rounded: readonly number[];
  /** Percentages below 1 without a sign: '0,032' may be 3,2 %. */
  readonly fractions: { readonly [Column in ColumnName]?: readonly string[] };
  /** Quantities like '1.500' in columns that do not show what the dot means. */
  readonly unclearMarks: { readonly [Column in ColumnName]?: readonly string[] };
}

interface ReadOptions {
  readonly kind: ImportKind;
  readonly withHidden: boolean;
  /** The chosen columns, which override the headings. */
  readonly places?: ColumnPositions | undefined;
  /** The chosen title, instead of the sheet's own. */
  readonly title?: string | undefined;
  /** Compared names of existing entities, none of which is a total. */
  readonly names: ReadonlySet<string>;
}

type Rows = readonly (readonly string[])[];

/** Reads the lines of one sheet by the content of their cells. Pure. */
export function readSheet(sheet: Sheet, { kind, withHidden, places: edits, title, names }: ReadOptions): SheetReading {
  const rows = textRows(sheet, withHidden);
  const headingIndex = headingIndexIn(rows, kind);
  const heading = rows[headingIndex] ?? [];
  const body = rows.slice(headingIndex + 1);
  const places = { ...placesOf(heading, body, kind), ...edits };
  const skipped: Record<SkipReason, number[]> = {
    above: [],
    heading: headingIndex < 0 ? [] : [headingIndex + 1],
    total: [],
    text: [],
    empty: [],
    hidden: [],
    broken: [],
  };
  const totals = new TotalLineDetector(names);
  const wrongTotals: number[] = [];
  const lines: SheetLine[] = [];
  const singleTextLines = new Set<number>();
  const usedIndexes = kind.columns.flatMap(({ is }) => places[is] ?? []);
  const textsOf = textsReader(places, { kind, heading });
  const ownTitle = title ?? titleOf(sheet, rows.slice(0, Math.max(headingIndex, 0)));
  let recipeName = kind.hasTitle && (places.name ?? null) === null ? ownTitle : '';
  for (const [index, cells] of rows.entries()) {
    const line = index + 1;
    const filledCells = cells.filter((cell) => cell !== '');
    if (sheet.rows[index]?.isHidden === true && !withHidden) skipped.hidden.push(line);
    else if (filledCells.length === 0) skipped.empty.push(line);
    else if (index < headingIndex) skipped.above.push(line);
    else if (index === headingIndex) continue;
    else if (headingIndex >= 0 && isSameRow(cells, heading)) skipped.heading.push(line);
    else if (usedIndexes.some((place) => isError(cells[place] ?? ''))) skipped.broken.push(line);
    else {
      const first = normalizeName(firstText(cells));
      const numbers = numbersIn(cells);
      const total = totals.kindOf(first, numbers);
      if (total !== undefined || (kind.hasTitle && RECIPE_FOOTER.test(first))) {
        skipped.total.push(line);
        if (total === 'wrong') wrongTotals.push(line);
        continue;
      }
      totals.add(numbers);
      const texts = textsOf(cells, sheet.rows[index]);
      if (filledCells.length === 1) singleTextLines.add(line);
      if (kind.hasTitle && texts.name === '') lines.push({ line, texts: { ...texts, name: recipeName } });
      else {
        lines.push({ line, texts });
        if (kind.hasTitle) recipeName = texts.name;
      }
    }
  }
  const titleLineNumbers = titleLines(lines, { kind, singleTextLines });
  skipped.text.push(...titleLineNumbers);
  const numbers = readNumbers(
    lines.filter(({ line }) => !titleLineNumbers.has(line)),
    kind,
    heading,
    places,
  );
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const headings = Array.from({ length: width }, (_, index) => heading[index] || `Coluna ${index + 1}`);
  return {
    headings,
    places,
    skipped,
    title: kind.hasTitle && (places.name ?? null) === null ? ownTitle : '',
    wrongTotals,
    ...numbers,
  };
}

/** The cells of the heading row; empty if there is none. */
export function headingsOf(sheet: Sheet, { kind, withHidden }: Pick<ReadOptions, 'kind' | 'withHidden'>): Rows[number] {
  const rows = textRows({ ...sheet, rows: sheet.rows.slice(0, SEARCHED_ROWS) }, withHidden);
  return rows[headingIndexIn(rows, kind)] ?? [];
}

/** The index of the heading row; -1 if there is none. */
function headingIndexIn(rows: Rows, kind: ImportKind): number {
  const headingIndex = headingRow(rows, columnsIn(kind));
  if (headingIndex >= 0) return headingIndex;
  const first = rows.findIndex((row) => row.some((cell) => cell !== ''));
  const cells = rows[first] ?? [];
  const isNamed = cells.some((cell) => columnOf(cell, kind.headings) !== undefined);
  return isNamed && !cells.some(isAmount) ? first : -1;
}

const isSameRow = (row: readonly string[], other: readonly string[]): boolean =>
  row.length === other.length && row.every((cell, index) => cell === other[index]);

/** Titles that describe the sheet without naming a recipe. */
const GENERIC_TITLE = /^(?:ficha|ficha tecnica|receita|receituario|preparo|ingredientes|prato)$/;

/** The only text above the headings, or else the name of the sheet. */
function titleOf({ name }: Sheet, above: Rows): string {
  const texts = above.flatMap((row) => row.filter((cell) => cell !== '' && !GENERIC_TITLE.test(normalizeName(cell))));
  const [firstTitle = ''] = texts;
  return texts.length === 1 ? firstTitle : name;
}

function placesOf(heading: readonly string[], body: Rows, kind: ImportKind): ColumnPositions {
  const columnNames = heading.map((cell) => columnOf(cell, kind.headings));
  const foundColumns = COLUMN_NAMES.filter((column) => columnNames.includes(column));
  if (foundColumns.length === 0) return placesFromContents(body, kind);
  const places: ColumnPositions = Object.fromEntries(
    foundColumns.map((column) => [column, columnNames.indexOf(column)]),
  );
  if (places.name !== undefined || kind.hasTitle) return places;
  // Without a heading for names, the first unclaimed column contains them.
  const usedIndexes = new Set(foundColumns.map((column) => places[column]));
  const first = heading.findIndex((_, index) => !usedIndexes.has(index));
  return { ...places, name: first < 0 ? null : first };
}

/** The number is in the last column that mostly contains numbers, and the texts are in the others. */
function placesFromContents(body: Rows, { withoutHeadings: { texts, number }, hasTitle }: ImportKind): ColumnPositions {
  const rows = body.filter((row) => row.some((cell) => cell !== ''));
  const isNumber = number === 'quantity' ? (text: string) => readQuantity(text).kind === 'value' : isAmount;
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const columns = Array.from({ length: width }, (_, index) => index);
  const numberIndex = columns.findLast(
    (place) => rows.filter((row) => isNumber(row[place] ?? '')).length * 2 > rows.length,
  );
  const otherIndexes = columns.filter((place) => place !== numberIndex);
  // Two columns of a recipe are the component and its quantity; the recipe's name is the sheet's.
  const isSingleRecipe = hasTitle === true && otherIndexes.length === 1;
  const textColumns = isSingleRecipe ? texts.filter((column) => column === 'component') : texts;
  return {
    [number]: numberIndex ?? null,
    ...Object.fromEntries(textColumns.map((column, index) => [column, otherIndexes[index] ?? null])),
  };
}

/** A function that reads the texts of rows by column. */
function textsReader(
  places: ColumnPositions,
  { kind: { columns }, heading }: { readonly kind: ImportKind; readonly heading: readonly string[] },
): (cells: readonly string[], row: Row | undefined) => RowTexts {
  const empty = Object.fromEntries(COLUMN_NAMES.map((column) => [column, ''])) as RowTexts;
  const placed = columns.flatMap(({ is: column }) => {
    const place = places[column] ?? null;
    return place === null ? [] : [{ column, place }];
  });
  const hasPrices = columns.some(({ is }) => is === 'prices') && (places.prices ?? null) === null;
  return (cells, row) => {
    const texts: Record<ColumnName, string> = { ...empty };
    // A method has several lines; every other text has one.
    for (const { column, place } of placed)
      texts[column] = (column === 'method' ? row?.cells[place]?.text : cells[place]) ?? '';
    if (hasPrices) texts.prices = channelPricesIn(cells, heading);
    return texts;
  };
}

/** The heading of a column with prices in one channel: 'Preço no iFood'. */
const CHANNEL_PRICE_HEADING = /^preço\s+(?:n[oa]s?|em)\s+(.+)$/i;

const channelPricesIn = (cells: readonly string[], heading: readonly string[]): string =>
  heading
    .flatMap((text, place) => {
      const [, channel] = CHANNEL_PRICE_HEADING.exec(text) ?? [];
      const price = cells[place] ?? '';
      return channel === undefined || price === '' ? [] : [namedPrice(channel, price)];
    })
    .join('; ');

/** Labels below the lines of a printed recipe. */
const RECIPE_FOOTER =
  /^(?:custo (?:total|da receita|por porcao|unitario)|cmv|preco de venda|rendimento|margem|lucro|markup|modo de preparo)\b/;

const firstText = (cells: readonly string[]): string => {
  const first = cells.find((cell) => cell !== '') ?? '';
  return numberIn(first) === undefined ? first : '';
};

/** The lines that are titles, such as 'LATICÍNIOS'. If most lines are a single text, they are the list itself. */
function titleLines(
  lines: readonly SheetLine[],
  { kind, singleTextLines }: { readonly kind: ImportKind; readonly singleTextLines: ReadonlySet<number> },
): ReadonlySet<number> {
  if (kind.hasTitle) return new Set();
  const titles = lines.filter(({ line, texts }) => singleTextLines.has(line) && texts.name !== '');
  return new Set(titles.length * 2 < lines.length ? titles.map(({ line }) => line) : []);
}

type Numbers = Pick<SheetReading, 'lines' | 'rounded' | 'fractions' | 'unclearMarks'>;

/** Reads the numbers of the lines in Brazilian notation. */
function readNumbers(
  lines: readonly SheetLine[],
  kind: ImportKind,
  heading: readonly string[],
  places: ColumnPositions,
): Numbers {
  const rounded = new Set<number>();
  const fractions: { [Column in ColumnName]?: readonly string[] } = {};
  const unclearMarks: { [Column in ColumnName]?: readonly string[] } = {};
  let readLines = lines;
  for (const { is: column, number } of kind.columns) {
    if (number === undefined) continue;
    const cells = readLines.map(({ texts }) => texts[column]).filter((text) => text !== '');
    const mark = provenDecimalMark(cells.map((text) => /[\d.,]*\d/.exec(text)?.[0] ?? ''));
    const title = heading[places[column] ?? -1] ?? '';
    const isFactor = normalizeName(title).startsWith('fator');
    // A heading with a percent sign applies to its whole column.
    if (number === 'percentage' && !isFactor && !title.includes('%')) {
      const small = cells.filter((text) => !text.includes('%') && isBelowOne(text));
      if (small.length > 0) fractions[column] = [...new Set(small)];
    }
    if (number === 'quantity' && mark === undefined) {
      const unclear = cells.filter((text) => readQuantity(text).kind === 'ambiguous');
      if (unclear.length > 0) unclearMarks[column] = [...new Set(unclear)];
    }
    readLines = readLines.map((sheetLine) => {
      const text = sheetLine.texts[column];
      const marked = withDecimalComma(text, mark, number);
      const value = isFactor ? yieldFromFactor(marked) : marked;
      return value === text ? sheetLine : { ...sheetLine, texts: { ...sheetLine.texts, [column]: value } };
    });
  }
  const hasColumn = (column: ColumnName): boolean => kind.columns.some(({ is }) => is === column);
  return {
    lines: readLines.map(({ line, texts }) => {
      const splitTexts = splitUnits(texts, hasColumn('unit'));
      const convertedTexts = hasColumn('pack') ? withLargerUnit(splitTexts) : splitTexts;
      const amount = roundedText(convertedTexts.amount);
      const quantity = roundedText(convertedTexts.quantity);
      if (amount !== convertedTexts.amount || quantity !== convertedTexts.quantity) rounded.add(line);
      return { line, texts: { ...convertedTexts, amount, quantity } };
    }),
    rounded: [...rounded],
    fractions,
    unclearMarks,
  };
}

function isBelowOne(text: string): boolean {
  const reading = readNumeral(text, 'percentage');
  return reading.kind === 'value' && reading.tenThousandths > 0 && reading.tenThousandths < 10_000;
}

/** Decides about a dot before three digits by the other numbers of the column. Money never has three decimals. */
function withDecimalComma(
  text: string,
  mark: ',' | '.' | undefined,
  number: 'money' | 'quantity' | 'percentage',
): string {
  if (mark === '.')
    return text.replace(
      /^(\D*)([\d,]+)\.(\d+)/,
      (_, before: string, whole: string, rest: string) => `${before}${whole.replaceAll(',', '')},${rest}`,
    );
  return mark === ',' && number === 'quantity'
    ? text.replace(/^([1-9]\d{0,2}(?:\.\d{3})+)(?=,|\D|$)/, (whole) => whole.replaceAll('.', ''))
    : text;
}

/** The text with its number rounded to four decimals: '4,33333' → '4,3333'. */
const roundedText = (text: string): string =>
  text.replace(/(\d[\d.]*),(\d{5,})/, (_, whole: string, decimals: string) => {
    const value = Number(`${whole.replaceAll('.', '')}.${decimals}`);
    return value.toFixed(4).replace('.', ',').replace(/,?0+$/, '');
  });

/** Converts a correction factor to a yield: 1,25 → 80 %. */
function yieldFromFactor(text: string): string {
  const reading = readNumeral(text, 'percentage');
  if (reading.kind !== 'value' || reading.tenThousandths === 0) return text;
  return roundedText(((100 * 10_000) / reading.tenThousandths).toFixed(8).replace('.', ','));
}

const LARGER_PACKS: Readonly<Record<string, string>> = { g: '1 kg', ml: '1 l' };

/** A price of 0,00385 per gram, for which four decimals are too few, becomes 3,85 per kilo. */
function withLargerUnit(texts: RowTexts): RowTexts {
  const pack = LARGER_PACKS[normalizeName(texts.unit)];
  const price = Number(texts.amount.replaceAll('.', '').replace(',', '.'));
  const roundedPrice = Number(roundedText(texts.amount).replaceAll('.', '').replace(',', '.'));
  if (pack === undefined || texts.pack !== '' || !(price > 0) || Math.abs(roundedPrice - price) <= price / 1_000)
    return texts;
  return { ...texts, pack, amount: roundedText((price * 1_000).toFixed(8).replace('.', ',')) };
}
