import { monthsBefore } from '#domain/figures/mix.ts';

const OFFERED = 24;

/** The months that can be told about, the present one first. @param today `YYYY-MM-DD` */
export const offeredMonths = (today: string): readonly string[] =>
  Array.from({ length: OFFERED }, (_, back) => monthsBefore(today.slice(0, 7), back));

/** The first of them: sales are read from there on. */
export const firstOffered = (today: string): string => offeredMonths(today).at(-1) ?? '';
