import type { TenThousandths } from '#domain/decimal.ts';
import { numberIn } from './cell-values.ts';

const TOTAL = /^(?:total|totais|sub ?-?total|total geral|total do periodo|total do dia|soma)$/;
const BEGINS_TOTAL = /^(?:sub ?-?total|total)\b/;

/** The numbers of a line with their column indexes. */
export type LineNumbers = readonly (readonly [place: number, number: TenThousandths])[];

/** The rows that a total agrees with: those since the last total, all rows, or neither. */
export type TotalKind = 'part' | 'all' | 'wrong';

/** Recognises lines that sum up those above them. */
export class Totals {
  readonly #names: ReadonlySet<string>;
  readonly #all = new Map<number, bigint>();
  #sinceTotal = new Map<number, bigint>();
  #lines = 0;

  /** @param names compared names of known entities, none of which is a total */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  add(numbers: LineNumbers): void {
    this.#lines += 1;
    for (const [place, number] of numbers)
      for (const sums of [this.#all, this.#sinceTotal]) sums.set(place, (sums.get(place) ?? 0n) + BigInt(number));
  }

  /** The kind of a total; undefined for other lines. @param name the first text of the line, as names are compared */
  kindOf(name: string, numbers: LineNumbers): TotalKind | undefined {
    const text = name.replace(/\s*:$/, '');
    if (this.#names.has(text)) return undefined;
    const kind = agrees(this.#all, numbers) ? 'all' : agrees(this.#sinceTotal, numbers) ? 'part' : undefined;
    const isSum = numbers.length > 0 && this.#lines > 1 && kind !== undefined;
    const isTotal = TOTAL.test(text) || ((BEGINS_TOTAL.test(text) || text === '') && isSum);
    if (!isTotal) return undefined;
    this.#sinceTotal = new Map();
    return kind ?? 'wrong';
  }
}

const agrees = (sums: ReadonlyMap<number, bigint>, numbers: LineNumbers): boolean =>
  numbers.every(([place, number]) => (sums.get(place) ?? 0n) === BigInt(number));

export const numbersIn = (cells: readonly string[]): LineNumbers =>
  cells.flatMap((cell, place) => {
    const number = cell === '' ? undefined : numberIn(cell);
    return number === undefined ? [] : [[place, number] as const];
  });
