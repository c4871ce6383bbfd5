import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { CENT, displayedDifference, TENTH } from '#domain/figures/dish-result.ts';
import { formatDecimal, formatMoney, formatPercentage } from '#domain/format.ts';

/** The format of a figure's amounts: points of profit, reais of a dish, or reais of a month. */
export interface AmountFormat {
  /** Writes a figure: 'R$ 5,35', '26,1%'. */
  readonly value: (amount: TenThousandths) => string;
  /** The smallest displayed step. */
  readonly precision: TenThousandths;
  /** Writes a difference without its sign: '2,9 pontos', 'R$ 0,42', 'menos de um centavo'. */
  readonly size: (amount: TenThousandths) => string;
  /** Writes a difference with its sign: '−1,8 ponto', '+R$ 0,79', 'quase nada'. */
  readonly effect: (amount: TenThousandths) => string;
  /** Writes a difference in the chart: '−1,8'. */
  readonly short: (amount: TenThousandths) => string;
}

/** Converts an amount of the API to ten-thousandths. */
export const toAmount = (amount: number): TenThousandths => Math.round(amount * SCALE);

const MINUS = '−';
const withSign = (amount: TenThousandths, text: string): string => `${amount < 0 ? MINUS : '+'}${text}`;

/** An amount that is too small to display is not zero. */
const ALMOST_ZERO = 'quase nada';

/** Portuguese uses the plural from two on: 1,8 ponto, 2 pontos. */
const points = (size: TenThousandths): string =>
  `${formatDecimal(size, 1)} ${size < 2 * SCALE - TENTH / 2 ? 'ponto' : 'pontos'}`;

const sizeInPoints = (amount: TenThousandths): string =>
  isTooSmall(amount, TENTH) ? 'menos de 0,1 ponto' : points(Math.abs(amount));

const sizeInReais = (amount: TenThousandths): string =>
  isTooSmall(amount, CENT) ? 'menos de um centavo' : formatMoney(Math.abs(amount));

/** Tells whether the amount would be displayed as zero with steps of this size. */
const isTooSmall = (amount: TenThousandths, precision: number): boolean =>
  amount !== 0 && Math.abs(amount) * 2 < precision;

/** Percentage points: the profit as a share of revenue. */
export const POINTS_FORMAT: AmountFormat = {
  value: formatPercentage,
  precision: TENTH,
  size: sizeInPoints,
  effect: (amount) => (isTooSmall(amount, TENTH) ? ALMOST_ZERO : withSign(amount, points(Math.abs(amount)))),
  short: (amount) => withSign(amount, formatDecimal(Math.abs(amount), 1)),
};

/** Reais with cents: the result of one sale of a dish. */
export const REAIS_FORMAT: AmountFormat = {
  value: formatMoney,
  precision: CENT,
  size: sizeInReais,
  effect: (amount) => (isTooSmall(amount, CENT) ? ALMOST_ZERO : withSign(amount, formatMoney(Math.abs(amount)))),
  short: (amount) => withSign(amount, formatDecimal(Math.abs(amount), 2)),
};

/** Reais of a month; in the chart, amounts from a hundred on have no cents. */
export const MONTHLY_REAIS_FORMAT: AmountFormat = {
  ...REAIS_FORMAT,
  short: (amount) =>
    Math.abs(amount) < 100 * SCALE ? REAIS_FORMAT.short(amount) : withSign(amount, formatDecimal(Math.abs(amount), 0)),
};

/**
 * The change in displayed amounts, so that its parts add up to the total and the total is the difference of both
 * displayed ends: 7,96 % and 9,44 % are displayed as 8,0% and 9,4%, a difference of 1,4 ponto. The rounding remainder
 * is added to the largest part. A part that is not zero is displayed as at least one step.
 */
export function displayedChange<Change extends DisplayedAmounts>(change: Change, precision: TenThousandths): Change {
  const { before, after, parts, difference } = change;
  const total = displayedDifference(toAmount(before.value), toAmount(after.value), precision);
  const rounded = parts.map(({ value }) => displayedDifference(0, toAmount(value), precision));
  const rest = total - rounded.reduce((sum, each) => sum + each, 0);
  const largestIndex = parts.reduce(
    (largest, { value }, i) => (Math.abs(value) > Math.abs(parts[largest]?.value ?? 0) ? i : largest),
    0,
  );
  return {
    ...change,
    difference: wireAmount(total, difference),
    parts: parts.map((part, i) => ({
      ...part,
      value: wireAmount((rounded[i] ?? 0) + (i === largestIndex ? rest : 0), part.value),
    })),
  };
}

interface DisplayedAmounts {
  readonly before: { readonly value: number };
  readonly after: { readonly value: number };
  readonly difference: number;
  readonly parts: readonly { readonly value: number }[];
}

/** Converts a displayed amount back to one of the API; one that is displayed as zero keeps its sign. */
const wireAmount = (displayed: TenThousandths, exact: number): number =>
  (displayed === 0 ? Math.sign(exact) : displayed) / SCALE;

/**
 * The difference of two percentages as displayed, so that a check on paper agrees: 7,96 % and 9,44 % are displayed as
 * 8,0% and 9,4%, a difference of 1,4 ponto.
 */
export function pointsBetween(before: TenThousandths, after: TenThousandths): string {
  const difference = displayedDifference(before, after, TENTH);
  return difference === 0 && before !== after ? 'menos de 0,1 ponto' : points(Math.abs(difference));
}
