import { CAPACITY } from '#projections/runner/folding.ts';
import { type FoldingThread, startFoldingThread } from '#projections/runner/thread-folding.ts';

/** Depends on no other part, so it starts first and loads while the rest is started. */
export const startProjectorThread = (): FoldingThread => startFoldingThread({ capacity: CAPACITY });
