import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { CENT, displayedDifference, TENTH } from '#domain/figures/displayed-dish.ts';
import { formatDecimal, money, percentage } from '#domain/format.ts';

/** The format of a figure's amounts: points of profit, reais of a dish, or reais of a month. */
export interface AmountFormat {
  /** 'R$ 5,35', '26,1%' */
  readonly value: (amount: TenThousandths) => string;
  /** The smallest displayed step. */
  readonly step: TenThousandths;
  /** The amount without its sign: '2,9 pontos', 'R$ 0,42', 'menos de um centavo'. */
  readonly size: (amount: TenThousandths) => string;
  /** '−1,8 ponto', '+R$ 0,79', 'quase nada' */
  readonly effect: (amount: TenThousandths) => string;
  /** The amount in the chart: '−1,8' */
  readonly short: (amount: TenThousandths) => string;
}

/** The amount of the wire in units. */
export const unitsOf = (amount: number): TenThousandths => Math.round(amount * SCALE);

const MINUS = '−';
const signed = (amount: TenThousandths, text: string): string => `${amount < 0 ? MINUS : '+'}${text}`;

/** An amount that is too small to display is not zero. */
const ALMOST_NOTHING = 'quase nada';

/** Portuguese uses the plural from two on: 1,8 ponto, 2 pontos. */
const points = (size: TenThousandths): string =>
  `${formatDecimal(size, 1)} ${size < 2 * SCALE - TENTH / 2 ? 'ponto' : 'pontos'}`;

const sizeInPoints = (amount: TenThousandths): string =>
  isTooSmall(amount, TENTH) ? 'menos de 0,1 ponto' : points(Math.abs(amount));

const sizeInReais = (amount: TenThousandths): string =>
  isTooSmall(amount, CENT) ? 'menos de um centavo' : money(Math.abs(amount));

/** Whether the amount would be displayed as zero with steps of this size. */
const isTooSmall = (amount: TenThousandths, step: number): boolean => amount !== 0 && Math.abs(amount) * 2 < step;

export const IN_POINTS: AmountFormat = {
  value: percentage,
  step: TENTH,
  size: sizeInPoints,
  effect: (amount) => (isTooSmall(amount, TENTH) ? ALMOST_NOTHING : signed(amount, points(Math.abs(amount)))),
  short: (amount) => signed(amount, formatDecimal(Math.abs(amount), 1)),
};

export const IN_REAIS: AmountFormat = {
  value: money,
  step: CENT,
  size: sizeInReais,
  effect: (amount) => (isTooSmall(amount, CENT) ? ALMOST_NOTHING : signed(amount, money(Math.abs(amount)))),
  short: (amount) => signed(amount, formatDecimal(Math.abs(amount), 2)),
};

/** Reais of a month; in the chart, amounts from a hundred on have no cents. */
export const IN_REAIS_A_MONTH: AmountFormat = {
  ...IN_REAIS,
  short: (amount) =>
    Math.abs(amount) < 100 * SCALE ? IN_REAIS.short(amount) : signed(amount, formatDecimal(Math.abs(amount), 0)),
};

/**
 * The change in displayed amounts, so that its parts add up to the total and the total is the difference of both
 * displayed ends: 7,96 % and 9,44 % are displayed as 8,0% and 9,4%, a difference of 1,4 ponto. The rounding remainder
 * is added to the largest part. A part that is not zero is displayed as at least one step.
 */
export function displayedChange<Change extends DisplayedAmounts>(change: Change, step: TenThousandths): Change {
  const { before, after, parts, difference } = change;
  const total = displayedDifference(unitsOf(before.value), unitsOf(after.value), step);
  const rounded = parts.map(({ value }) => displayedDifference(0, unitsOf(value), step));
  const rest = total - rounded.reduce((sum, each) => sum + each, 0);
  const biggest = parts.reduce((at, { value }, i) => (Math.abs(value) > Math.abs(parts[at]?.value ?? 0) ? i : at), 0);
  return {
    ...change,
    difference: visible(total, difference),
    parts: parts.map((part, i) => ({
      ...part,
      value: visible((rounded[i] ?? 0) + (i === biggest ? rest : 0), part.value),
    })),
  };
}

interface DisplayedAmounts {
  readonly before: { readonly value: number };
  readonly after: { readonly value: number };
  readonly difference: number;
  readonly parts: readonly { readonly value: number }[];
}

/** The amount of the wire for a displayed one. */
const visible = (shown: TenThousandths, exact: number): number => (shown === 0 ? Math.sign(exact) : shown) / SCALE;

/**
 * The difference of two percentages as displayed, so that a check on paper agrees: 7,96 % and 9,44 % are displayed as
 * 8,0% and 9,4%, a difference of 1,4 ponto.
 */
export function pointsBetween(before: TenThousandths, after: TenThousandths): string {
  const apart = displayedDifference(before, after, TENTH);
  return apart === 0 && before !== after ? 'menos de 0,1 ponto' : points(Math.abs(apart));
}
