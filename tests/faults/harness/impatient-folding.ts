import { type FoldingThread, startFoldingThread as start } from '#projections/runner/thread-folding.ts';

export * from '#projections/runner/thread-folding.ts';

/** Maximum processor time of one event, in milliseconds; folding an event of a business with a few costs takes one. */
const LIMIT_MS = 500;

export const startFoldingThread = ({ capacity }: { readonly capacity: number }): FoldingThread =>
  start({ capacity, limitMs: LIMIT_MS });
