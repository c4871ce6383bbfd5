/**
 * Exact decimals. Every amount, quantity and percentage is an integer of ten-thousandths: R$ 12,34 is 123400, 8,5 % is
 * 85000. These are safe integers, so JSON keeps them and sums of them are exact; products and quotients
 * go through bigint and are rounded once, at the end of the formula that names them.
 */
export type TenThousandths = number;

/** Ten-thousandths in one whole: four decimal places. */
export const SCALE = 10_000;
export const DECIMALS = 4;
/** The percentage 100 %, and the same as a bigint. */
export const HUNDRED_PERCENT: TenThousandths = 100 * SCALE;
export const HUNDRED_PERCENT_N = BigInt(HUNDRED_PERCENT);

/** Figures beyond ±(2^53 − 1) ten-thousandths are bounded, in the last step of every figure. */
export const MAX_TEN_THOUSANDTHS: TenThousandths = Number.MAX_SAFE_INTEGER;

/** n ÷ d rounded to an integer, half away from zero, as PostgreSQL's round(numeric) does. 5 ÷ 2 → 3, −5 ÷ 2 → −3. */
export function divideRounded(n: bigint, d: bigint): bigint {
  if (d === 0n) throw new RangeError('division by zero');
  const negative = n < 0n !== d < 0n;
  const numerator = n < 0n ? -n : n;
  const denominator = d < 0n ? -d : d;
  const quotient = (2n * numerator + denominator) / (2n * denominator);
  return negative ? -quotient : quotient;
}

/** The bound on figures, applied last. */
export const toSafeNumber = (amount: bigint): TenThousandths =>
  Math.min(Math.max(Number(amount), -MAX_TEN_THOUSANDTHS), MAX_TEN_THOUSANDTHS);

/**
 * '1200' → '12'. A loop, because the pattern 0+$ takes time quadratic in the length, and a client may send a long text.
 */
export function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** An amount as plain decimal text without trailing zeros: 123400 → '12.34'. */
export function decimalText(amount: TenThousandths): string {
  const digits = Math.abs(amount)
    .toString()
    .padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const fraction = trimTrailingZeros(digits.slice(-DECIMALS));
  const sign = amount < 0 ? '-' : '';
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/**
 * Plain decimal text to ten-thousandths: '12.34' → 123400. Undefined for anything else, or with more than four
 * decimals.
 */
export function parseTenThousandths(text: string): TenThousandths | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const significant = trimTrailingZeros(fraction);
  if (significant.length > DECIMALS) return undefined;
  const amount = BigInt(whole + significant.padEnd(DECIMALS, '0'));
  if (amount > BigInt(MAX_TEN_THOUSANDTHS)) return undefined;
  return amount === 0n ? 0 : Number(sign ? -amount : amount);
}

/**
 * A JSON number to ten-thousandths: 12.34 → 123400. The shortest text of a double equals the original text for every
 * number of up to 15 significant digits. Undefined with more than four decimals, NaN, or out of range.
 */
export function toTenThousandths(value: number): TenThousandths | undefined {
  if (!Number.isFinite(value)) return undefined;
  // JavaScript writes an exponent below 1e-6, which has more than four decimals, and from 1e21 on, which is out of
  // range.
  return parseTenThousandths(String(value));
}

/** Ten-thousandths to the JSON number of the wire: 123400 → 12.34. Exact for every amount below 500 000 000 000. */
export const fromTenThousandths = (amount: TenThousandths): number => amount / SCALE;

/**
 * The wire format has at most four decimals, so the conversion is exact; another value would be a fault of the server.
 */
export function requireTenThousandths(value: number): TenThousandths {
  const exact = toTenThousandths(value);
  if (exact === undefined) throw new RangeError(`not an amount: ${value}`);
  return exact;
}
