import { CAPACITY } from '#projections/runner/folding.ts';
import { type FoldingThread, startFoldingThread } from '#projections/runner/thread-folding.ts';

/** Needs nothing of the process: it is begun before everything else, and loads while the rest is started. */
export const startProjectorThread = (): FoldingThread => startFoldingThread({ capacity: CAPACITY });
