import type { Position } from '#eventstore/port.ts';

/** The later of two places in one log, whose positions compare as text; null is before everything. */
export const later = (a: Position | null, b: Position | null): Position | null =>
  a !== null && (b === null || a > b) ? a : b;
