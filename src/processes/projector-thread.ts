import { CACHE_CAPACITY } from '#projections/runner/folding.ts';
import { type FoldingThread, startFoldingThread } from '#projections/runner/thread-folding.ts';

/** Starts the thread, which depends on no other part: it loads while the rest is started. */
export const startProjectorThread = (): FoldingThread => startFoldingThread({ capacity: CACHE_CAPACITY });
