import type { Requirement } from './requirement.ts';
import { type RanTest, testsNamed } from './titles.ts';

export interface Row {
  readonly requirement: Requirement;
  readonly result: 'passed' | 'failed' | 'open';
  /** How many tests have shown it. */
  readonly tests: number;
  /** What is wrong, for a row that failed. */
  readonly why: readonly string[];
}

/** A row passes when each of its names leads to tests that ran, and all of those passed. */
export function judged(requirement: Requirement, ran: readonly RanTest[]): Row {
  if (requirement.open !== undefined) return { requirement, result: 'open', tests: 0, why: [requirement.open] };
  const found = requirement.shownBy.map((name) => ({ name, tests: testsNamed(name, ran) }));
  const why = found.flatMap(({ name, tests }) =>
    tests.length === 0
      ? [`no such test ran: ${name}`]
      : tests.filter(({ status }) => status !== 'passed').map(({ path, status }) => `${status}: ${path.join(' › ')}`),
  );
  return {
    requirement,
    result: why.length === 0 ? 'passed' : 'failed',
    tests: found.reduce((sum, { tests }) => sum + tests.length, 0),
    why,
  };
}
