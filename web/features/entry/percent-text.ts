import type { Units } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';

/** With as many decimals as there are, and on one line: '6,035 %'. */
export const percentText = (percent: Units): string => `${quantity(percent)}\u00A0%`;
