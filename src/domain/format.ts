import { divideRounded, SCALE, type TenThousandths } from './decimal.ts';

/**
 * Brazilian formats of figures. The space after R$ does not break, and a negative figure has a minus sign, not a
 * hyphen.
 */

const NBSP = '\u00A0';
const MINUS = '\u2212';

/**
 * An amount rounded half away from zero to `decimals` places, in Brazilian notation: (12345678, 2) → '1.234,57'.
 * Programs parse it too, so its sign is '-'.
 */
export function formatDecimal(amount: TenThousandths, decimals: number): string {
  const step = BigInt(SCALE / 10 ** decimals);
  const rounded = divideRounded(BigInt(amount), step);
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(decimals + 1, '0');
  const whole = groupByThree(digits.slice(0, digits.length - decimals));
  const fraction = decimals === 0 ? '' : `,${digits.slice(-decimals)}`;
  return `${rounded < 0n ? '-' : ''}${whole}${fraction}`;
}

/** 'R$ 1.234,56'; a negative amount is '−R$ 1.234,56'. */
export function formatMoney(amount: TenThousandths): string {
  const text = formatDecimal(amount, 2);
  return text.startsWith('-') ? `${MINUS}R$${NBSP}${text.slice(1)}` : `R$${NBSP}${text}`;
}

/** A price as shops write it: 'R$10,00'. */
export const priceTag = (amount: TenThousandths): string => formatMoney(amount).replace(NBSP, '');

/** A price per unit has up to four decimals where needed (R$ 0,0385 per gram), two otherwise. */
export function formatUnitPrice(amount: TenThousandths): string {
  const four = formatDecimal(amount, 4);
  return `R$${NBSP}${four.replace(/0{1,2}$/, '')}`;
}

/** '12,3%', '−0,5%'. */
export const formatPercentage = (amount: TenThousandths): string => `${formatDecimal(amount, 1).replace('-', MINUS)}%`;

/** Up to four decimals, no trailing zeros: '0,35', '12'. */
export const formatQuantity = (amount: TenThousandths): string =>
  formatDecimal(amount, 4).replace(/0+$/, '').replace(/,$/, '');

/** A whole number with dots by three: 1234 → '1.234'. */
export const formatCount = (value: number): string => groupByThree(String(value));

const groupByThree = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, '.');
