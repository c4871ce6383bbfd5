import type { TestContext } from 'vitest';
import { type Fault, runFault, type Verdict } from './fault-run.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a fault did to the product: printed by the reporter of `npm run test:faults`. */
    verdict?: Verdict;
  }
}

/** What the fault breaks, none when the product holds; keeps the figures of the run for the report. */
export async function violationsUnder({ task }: TestContext, fault: Fault): Promise<readonly string[]> {
  const { verdict } = await runFault(fault);
  task.meta.verdict = verdict;
  return verdict.violations;
}
