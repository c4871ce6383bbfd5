import { bounded, divideRounded, type Units } from '#domain/decimal.ts';

/** What `part` is of `whole`, in percent: (R$ 25,00, R$ 200,00) → 12,5 %. 0 of nothing. */
export const shareOf = (part: Units, whole: Units): Units =>
  whole === 0 ? 0 : bounded(divideRounded(BigInt(part) * 1_000_000n, BigInt(whole)));

/** `percent` of `whole`: (R$ 200,00, 12,5 %) → R$ 25,00. */
export const partOf = (whole: Units, percent: Units): Units =>
  bounded(divideRounded(BigInt(whole) * BigInt(percent), 1_000_000n));
