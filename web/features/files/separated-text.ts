import Papa from 'papaparse';
import { type CountColumns, headingRow } from './table.ts';
import { widthOf } from './sheet.ts';

type Lines = readonly (readonly string[])[];

/** Possible separators; the first of equally good ones wins. */
const SEPARATORS = [';', '\t', ',', '|'] as const;
/** The length of the text that is searched for the separator. */
const SAMPLE_LENGTH = 200_000;
/** The limit is above the size of an Excel cell. */
const MAX_CELL = 40_000;
/**
 * The limit of characters searched for the ends of multi-line cells, so that a file full of lone quotes is read too.
 */
const MAX_SEARCHED = 50_000_000;
/** A noncharacter, which no text contains, replaces literal quotes until the cells are split. */
const LITERAL_QUOTE = '\uFFFE';

/**
 * The rows and cells of a CSV file or of cells copied from a spreadsheet, including empty rows. Cells are trimmed; a
 * quote that never closes is literal.
 */
export function separatedRows(source: string, columnsIn: CountColumns): Lines {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  // A first line 'sep=;' names the separator; Excel does not show it.
  const directive = /^sep=([^"\n])\1* *(?:\n|$)/i.exec(text);
  const body = directive ? text.slice(directive[0].length) : text;
  const separator = directive?.[1] ?? separatorOf(sampleOf(body), columnsIn);
  const rows = cellsOf(body, separator, columnsIn);
  return rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== '')) + 1);
}

/** A sample of the text that ends with a whole line. */
const sampleOf = (text: string): string =>
  text.length <= SAMPLE_LENGTH
    ? text
    : text.slice(0, Math.max(text.lastIndexOf('\n', SAMPLE_LENGTH), 0) || SAMPLE_LENGTH);

interface Candidate {
  readonly separator: string;
  /** The number of cells of the heading row, or of the first row that is not empty. */
  readonly width: number;
  /** The number of rows with two or more cells that fit under it. */
  readonly fitting: number;
  readonly knownHeadings: number;
}

/** The separator with which most rows fit under the heading row; among equals, the one with more known headings. */
function separatorOf(text: string, columnsIn: CountColumns): string {
  const candidates = SEPARATORS.filter((separator) => text.includes(separator)).map((separator) =>
    candidateOf(cellsOf(text, separator, columnsIn), separator, columnsIn),
  );
  const [best] = candidates
    .filter(({ width }) => width >= 2)
    .toSorted((a, b) => b.fitting - a.fitting || b.knownHeadings - a.knownHeadings);
  return best?.separator ?? separatorBelowTitle(text, columnsIn) ?? '\t';
}

function candidateOf(rows: Lines, separator: string, columnsIn: CountColumns): Candidate {
  const at = headingRow(rows, columnsIn);
  const heading = rows[at] ?? rows.find((row) => widthOf(row) > 0) ?? [];
  const width = widthOf(heading);
  const fitting = rows.filter((row) => widthOf(row) >= 2 && widthOf(row) <= width).length;
  return { separator, width, fitting, knownHeadings: at < 0 ? 0 : columnsIn(heading) };
}

/**
 * The separator of rows without headings below a one-cell title: the one that more than half of the rows contain
 * equally often.
 */
function separatorBelowTitle(text: string, columnsIn: CountColumns): string | undefined {
  return SEPARATORS.find((separator) => {
    const widths = cellsOf(text, separator, columnsIn)
      .map(widthOf)
      .filter((width) => width > 0)
      .slice(1);
    const [usual = 0] = widths;
    return usual >= 2 && widths.filter((width) => width === usual).length * 2 > widths.length;
  });
}

function cellsOf(text: string, separator: string, columnsIn: CountColumns): Lines {
  if (!text.includes('"')) return tokens(text, separator);
  const literalRows = tokens(withLiteralQuotes(text, separator, 0), separator);
  const columns = widthOf(literalRows[headingRow(literalRows, columnsIn)] ?? []);
  return columns < 2 ? literalRows : tokens(withLiteralQuotes(text, separator, columns), separator);
}

function tokens(text: string, separator: string): Lines {
  const { data } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n', quoteChar: '"' });
  return data.map((row) => row.map((cell) => cell.replaceAll(LITERAL_QUOTE, '"').trim()));
}

/**
 * The text with every literal quote marked: one that never closes or would swallow whole rows.
 * @param columns the number of headings; 0 while it is unknown, and every quote that closes then counts
 */
function withLiteralQuotes(text: string, separator: string, columns: number): string {
  const cells = new QuotedCells(text, separator);
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at = cells.cellEnd(at) + 1) {
    const quote = cells.openingQuote(at);
    if (quote === undefined) continue;
    const close = cells.closingQuote(quote);
    const isLiteral = close === undefined || cells.spansRows(quote, close, columns);
    parts.push(text.slice(copied, isLiteral ? quote : at), isLiteral ? LITERAL_QUOTE : '');
    copied = isLiteral ? quote + 1 : quote; // Space before an opening quote is not part of the cell.
    at = isLiteral ? quote + 1 : close + 1;
  }
  return parts.join('') + text.slice(copied);
}

class QuotedCells {
  readonly #text: string;
  readonly #separator: string;
  #searched = 0;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
  }

  /** The index of an opening quote, which only space may precede. */
  openingQuote(start: number): number | undefined {
    let at = start;
    while (this.#text[at] === ' ') at += 1;
    return this.#text[at] === '"' ? at : undefined;
  }

  /** The index of a quote that is not doubled and ends its cell. */
  closingQuote(open: number): number | undefined {
    const lineEnd = this.lineEnd(open);
    const last = this.#searched > MAX_SEARCHED ? lineEnd : Math.max(lineEnd, open + MAX_CELL);
    let at = this.#text.indexOf('"', open + 1);
    for (; at >= 0 && at <= last; at = this.#text.indexOf('"', at + 1)) {
      if (this.#text[at + 1] === '"') at += 1;
      else if (this.isEnd(at + 1)) break;
    }
    this.#searched += (at < 0 ? this.#text.length : at) - open;
    return at < 0 || at > last ? undefined : at;
  }

  /** The end of the cell at `from`: the next separator or line end. */
  cellEnd(from: number): number {
    const lineEnd = this.lineEnd(from);
    const separator = this.#text.slice(from, lineEnd).indexOf(this.#separator);
    return separator < 0 ? lineEnd : from + separator;
  }

  /** Tells whether a line within the quotes has as many columns as the headings. */
  spansRows(open: number, close: number, columns: number): boolean {
    const lineEnd = this.lineEnd(open);
    if (columns < 2 || close < lineEnd) return false;
    const lines = this.#text
      .slice(lineEnd + 1, close)
      .split('\n')
      .slice(0, -1);
    const hasSeparator = this.#text.slice(open, lineEnd).includes(this.#separator);
    if (hasSeparator) lines.push(this.#text.slice(this.#text.lastIndexOf('\n', open) + 1, lineEnd));
    return lines.some((line) => {
      const [cells = []] = tokens(withLiteralQuotes(line, this.#separator, 0), this.#separator);
      return widthOf(cells) <= columns && columns <= cells.length;
    });
  }

  private lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? this.#text.length : end;
  }

  private isEnd(from: number): boolean {
    let at = from;
    while (this.#text[at] === ' ') at += 1;
    return at >= this.#text.length || this.#text[at] === '\n' || this.#text.startsWith(this.#separator, at);
  }
}
