import type { TestContext } from 'vitest';
import { type Fault, runFault, type Verdict } from './fault-run.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The effect of a fault on the product, printed by the reporter of `npm run test:faults`. */
    verdict?: Verdict;
  }
}

/** Returns the guarantees that the fault breaks, and stores the figures of the run for the report. */
export async function violationsUnder({ task }: TestContext, fault: Fault): Promise<readonly string[]> {
  const { verdict } = await runFault(fault);
  task.meta.verdict = verdict;
  return verdict.violations;
}
