import type { Units } from '#domain/decimal.ts';
import { numberIn } from './cell-values.ts';

const TOTAL = /^(?:total|totais|sub ?-?total|total geral|total do periodo|total do dia|soma)$/;
const BEGINS_TOTAL = /^(?:sub ?-?total|total)\b/;

/** The numbers of a line, each with its column. */
export type LineNumbers = readonly (readonly [place: number, number: Units])[];

/** What a line of totals agrees with: the lines since the last one, all lines, or neither. */
export type TotalKind = 'part' | 'all' | 'wrong';

/** Tells which lines sum up those above them. */
export class Totals {
  readonly #names: ReadonlySet<string>;
  readonly #all = new Map<number, bigint>();
  #since = new Map<number, bigint>();
  #lines = 0;

  /** @param names compared ones of what there is: none of them is a total */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  add(numbers: LineNumbers): void {
    this.#lines += 1;
    for (const [place, number] of numbers)
      for (const sums of [this.#all, this.#since]) sums.set(place, (sums.get(place) ?? 0n) + BigInt(number));
  }

  /** Undefined of a line that is no total. @param name the compared first text of the line */
  kindOf(name: string, numbers: LineNumbers): TotalKind | undefined {
    const text = name.replace(/\s*:$/, '');
    if (this.#names.has(text)) return undefined;
    const agreed = agrees(this.#all, numbers) ? 'all' : agrees(this.#since, numbers) ? 'part' : undefined;
    const isSum = numbers.length > 0 && this.#lines > 1 && agreed !== undefined;
    const isTotal = TOTAL.test(text) || ((BEGINS_TOTAL.test(text) || text === '') && isSum);
    if (!isTotal) return undefined;
    this.#since = new Map();
    return agreed ?? 'wrong';
  }
}

const agrees = (sums: ReadonlyMap<number, bigint>, numbers: LineNumbers): boolean =>
  numbers.every(([place, number]) => (sums.get(place) ?? 0n) === BigInt(number));

export const numbersIn = (cells: readonly string[]): LineNumbers =>
  cells.flatMap((cell, place) => {
    const number = cell === '' ? undefined : numberIn(cell);
    return number === undefined ? [] : [[place, number] as const];
  });
