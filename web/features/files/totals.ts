import type { TenThousandths } from '#domain/decimal.ts';
import { numberIn } from './cell-values.ts';

const TOTAL = /^(?:total|totais|sub ?-?total|total geral|total do periodo|total do dia|soma)$/;
const BEGINS_TOTAL = /^(?:sub ?-?total|total)\b/;

/** The numbers of a line with their column indexes. */
export type LineNumbers = readonly (readonly [column: number, number: TenThousandths])[];

/** The sum that a total line states: of the rows since the last total, of all rows, or neither. */
export type TotalKind = 'subtotal' | 'grand_total' | 'wrong';

/** Recognises lines that sum up those above them. */
export class TotalLineDetector {
  readonly #normalizedNames: ReadonlySet<string>;
  readonly #all = new Map<number, bigint>();
  #sinceTotal = new Map<number, bigint>();
  #lineCount = 0;

  /** @param names normalized names of known entities, none of which is a total */
  constructor(names: ReadonlySet<string>) {
    this.#normalizedNames = names;
  }

  add(numbers: LineNumbers): void {
    this.#lineCount += 1;
    for (const [column, number] of numbers)
      for (const sums of [this.#all, this.#sinceTotal]) sums.set(column, (sums.get(column) ?? 0n) + BigInt(number));
  }

  /** The kind of a total; undefined for other lines. @param name the first text of the line, as names are compared */
  kindOf(name: string, numbers: LineNumbers): TotalKind | undefined {
    const text = name.replace(/\s*:$/, '');
    if (this.#normalizedNames.has(text)) return undefined;
    const kind = areColumnSums(this.#all, numbers)
      ? 'grand_total'
      : areColumnSums(this.#sinceTotal, numbers)
        ? 'subtotal'
        : undefined;
    const isSum = numbers.length > 0 && this.#lineCount > 1 && kind !== undefined;
    const isTotal = TOTAL.test(text) || ((BEGINS_TOTAL.test(text) || text === '') && isSum);
    if (!isTotal) return undefined;
    this.#sinceTotal = new Map();
    return kind ?? 'wrong';
  }
}

const areColumnSums = (sums: ReadonlyMap<number, bigint>, numbers: LineNumbers): boolean =>
  numbers.every(([column, number]) => (sums.get(column) ?? 0n) === BigInt(number));

export const numbersIn = (cells: readonly string[]): LineNumbers =>
  cells.flatMap((cell, column) => {
    const number = cell === '' ? undefined : numberIn(cell);
    return number === undefined ? [] : [[column, number] as const];
  });
