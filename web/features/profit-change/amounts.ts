import { divideRounded, SCALE, type Units } from '#domain/decimal.ts';
import { decimalPlaces, money, percentage } from '#domain/format.ts';

/** How the amounts of a figure are written: points of profit, or reais of a dish. */
export interface Writing {
  /** 'R$ 5,35', '26,1%' */
  readonly value: (amount: Units) => string;
  /** Without sign: '2,9 pontos', 'R$ 0,42'. */
  readonly size: (amount: Units) => string;
  /** '−1,8 ponto', '+R$ 0,79' */
  readonly effect: (amount: Units) => string;
  /** For the drawing: '−1,8' */
  readonly short: (amount: Units) => string;
}

/** From the wire. */
export const unitsOf = (amount: number): Units => Math.round(amount * SCALE);

const MINUS = '−';
const signed = (amount: Units, text: string): string => `${amount < 0 ? MINUS : '+'}${text}`;

/** One decimal; what would read as 0,0 has as many as it takes. */
function digits(amount: Units): string {
  const size = Math.abs(amount);
  const decimals = [1, 2, 3, 4].find((places) => size >= SCALE / 10 ** places) ?? 1;
  return decimalPlaces(size, decimals);
}

/** Portuguese counts in the plural from two on: 1,8 ponto, 2 pontos. */
const points = (amount: Units): string => inPoints(digits(amount));

function inPoints(text: string): string {
  return `${text} ${Number(text.replaceAll('.', '').replace(',', '.')) < 2 ? 'ponto' : 'pontos'}`;
}

/** A cent is enough, and less than one is written out. */
function reais(amount: Units): string {
  const size = Math.abs(amount);
  if (size === 0 || size >= SCALE / 100) return money(size);
  return money(0).replace('0,00', decimalPlaces(size, 4));
}

export const IN_POINTS: Writing = {
  value: percentage,
  size: points,
  effect: (amount) => signed(amount, points(amount)),
  short: (amount) => signed(amount, digits(amount)),
};

export const IN_REAIS: Writing = {
  value: money,
  size: reais,
  effect: (amount) => signed(amount, reais(amount)),
  short: (amount) => signed(amount, decimalPlaces(Math.abs(amount), 2)),
};

/**
 * How to write two percentages and their difference so that who subtracts them on paper finds the same: 8,0 % and 9,4 %
 * are not 1,5 apart, 7,96 % and 9,44 % are 1,48 apart. With as few decimals as that takes.
 */
export function agreeingPoints(before: Units, after: Units): Pick<Writing, 'value' | 'size'> {
  const rounded = (amount: Units, places: number): bigint =>
    divideRounded(BigInt(amount), BigInt(SCALE / 10 ** places));
  const agrees = (places: number): boolean =>
    rounded(after, places) - rounded(before, places) === rounded(after - before, places);
  const places = [1, 2, 3, 4].find(agrees) ?? 4;
  if (places === 1) return IN_POINTS;
  return {
    value: (amount) => `${decimalPlaces(amount, places)}%`,
    size: (amount) => inPoints(decimalPlaces(Math.abs(amount), places)),
  };
}
