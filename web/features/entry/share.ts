import { toSafeNumber, divideRounded, type TenThousandths } from '#domain/decimal.ts';
import { formatQuantity, formatDecimal, formatMoney } from '#domain/format.ts';

/** The percentage that `part` is of `whole`: (R$ 25,00, R$ 200,00) → 12,5 %. 0 if `whole` is 0. */
export const shareOf = (part: TenThousandths, whole: TenThousandths): TenThousandths =>
  whole === 0 ? 0 : toSafeNumber(divideRounded(BigInt(part) * 1_000_000n, BigInt(whole)));

/** `percent` of `whole`: (R$ 200,00, 12,5 %) → R$ 25,00. */
export const partOf = (whole: TenThousandths, percent: TenThousandths): TenThousandths =>
  toSafeNumber(divideRounded(BigInt(whole) * BigInt(percent), 1_000_000n));

/** A percentage with all its decimals, without a line break: '6,035 %'. */
export const percentText = (percent: TenThousandths): string => `${formatQuantity(percent)}\u00A0%`;

/** A percentage in the words of owners is an amount in reais of every R$ 100 sold. */

const NBSP = '\u00A0';
export const HUNDRED_REAIS = `R$${NBSP}100`;

/**
 * The amount of every R$ 100, as exact as the percentage beside it, so that no two screens show two amounts of one
 * figure: 32,0 % → 'R$ 32', 14,46 % → 'R$ 14,50', 0,03 % → 'R$ 0,03'. The sign is left out.
 */
export function perHundredText(percentage: TenThousandths): string {
  const amount = Math.abs(percentage);
  const text = formatDecimal(amount, 1);
  if (text === '0,0') return formatMoney(amount);
  return `R$${NBSP}${text.endsWith(',0') ? text.slice(0, -2) : `${text}0`}`;
}
