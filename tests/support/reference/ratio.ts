/** Slow exact arithmetic that checks the product’s. Fractions are reduced only once they have grown long. */
export interface Ratio {
  readonly top: bigint;
  readonly bottom: bigint;
}

const size = (n: bigint): bigint => (n < 0n ? -n : n);
const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? size(a) : commonDivisor(b, a % b));
const LONG = 1n << 2_048n;

export function ratio(top: bigint | number, bottom: bigint | number = 1): Ratio {
  const [t, b] = [BigInt(top), BigInt(bottom)];
  if (b === 0n) throw new RangeError('division by zero');
  const divisor = (size(b) < LONG ? 1n : commonDivisor(t, b)) * (b < 0n ? -1n : 1n);
  return { top: t / divisor, bottom: b / divisor };
}

/** The fraction in lowest terms. */
export function reduced({ top, bottom }: Ratio): Ratio {
  const divisor = commonDivisor(top, bottom);
  return { top: top / divisor, bottom: bottom / divisor };
}

export const zero = ratio(0);
const plus = (a: Ratio, b: Ratio): Ratio => ratio(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, ratio(-b.top, b.bottom));
export const times = (a: Ratio, b: Ratio): Ratio => ratio(a.top * b.top, a.bottom * b.bottom);
export const over = (a: Ratio, b: Ratio): Ratio => ratio(a.top * b.bottom, a.bottom * b.top);
export const sum = (all: Iterable<Ratio>): Ratio => [...all].reduce(plus, zero);
export const isAbove = (a: Ratio, b: Ratio): boolean => minus(a, b).top > 0n;

/** The largest whole number that is not above `a`. */
function floor(a: Ratio): bigint {
  const quotient = a.top / a.bottom;
  return quotient * a.bottom > a.top ? quotient - 1n : quotient;
}

export const ceiling = (a: Ratio): bigint => -floor(ratio(-a.top, a.bottom));

/** The fraction rounded to four decimals, half away from zero. */
export function rounded(a: Ratio): Ratio {
  const half = ratio(1, 2);
  const shifted = times(ratio(size(a.top), a.bottom), ratio(10_000));
  const units = floor(plus(shifted, half));
  return ratio(a.top < 0n ? -units : units, 10_000);
}

/** The fraction in ten-thousandths, no further from zero than 2⁵³ − 1. `a` has at most four decimals. */
export function inUnits(a: Ratio): number {
  const { top, bottom } = times(a, ratio(10_000));
  if (top % bottom !== 0n) throw new RangeError('more than four decimals');
  return boundedNumber(top / bottom);
}

export function boundedNumber(n: bigint): number {
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(n > limit ? limit : n < -limit ? -limit : n);
}
