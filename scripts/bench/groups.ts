import { appends } from './groups/appends.ts';
import { commands } from './groups/commands.ts';
import { firstView } from './groups/first-view.ts';
import { imports } from './groups/imports.ts';
import { largestBusinessMemory } from './groups/largest-business-memory.ts';
import { largestFigures } from './groups/largest-figures.ts';
import { otherOwnersLatency } from './groups/other-owners-latency.ts';
import { projector } from './groups/projector.ts';
import { reads } from './groups/reads.ts';
import { rebuildMemory } from './groups/rebuild.ts';
import { timeTravel } from './groups/time-travel.ts';
import type { Benchmark } from './measurement.ts';

/** The benchmarks, by the names that the command line accepts. */
export const GROUPS: Readonly<Record<string, Benchmark>> = {
  'first-view': firstView,
  commands,
  'other-owners-latency': otherOwnersLatency,
  'largest-figures': largestFigures,
  reads,
  'time-travel': timeTravel,
  projector,
  rebuild: rebuildMemory,
  appends,
  'largest-business-memory': largestBusinessMemory,
  imports,
};
