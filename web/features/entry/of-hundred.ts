import type { Units } from '#domain/decimal.ts';
import { decimalPlaces, money } from '#domain/format.ts';

/** The percentages in the words of the counter: as reais of every R$ 100 sold. */

const NBSP = '\u00A0';
export const A_HUNDRED = `R$${NBSP}100`;

/**
 * As exact as the percentage is shown beside it, and no more, so that no two screens tell two amounts of one figure:
 * 32,0 % → 'R$ 32', 14,46 % → 'R$ 14,50', 0,03 % → 'R$ 0,03'. Without sign.
 */
export function ofHundred(percentage: Units): string {
  const amount = Math.abs(percentage);
  const shown = decimalPlaces(amount, 1);
  if (shown === '0,0') return money(amount);
  return `R$${NBSP}${shown.endsWith(',0') ? shown.slice(0, -2) : `${shown}0`}`;
}
