import type { TestContext } from 'vitest';
import type { Verdict } from './fault-run.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a fault did to the product: printed by the reporter of `npm run test:faults`. */
    verdict?: Verdict;
  }
}

/** Keeps the figures of a run for the report, without the calls themselves. */
export function report({ task }: TestContext, { record: _, ...verdict }: Verdict & { readonly record: unknown }): void {
  task.meta.verdict = verdict;
}
