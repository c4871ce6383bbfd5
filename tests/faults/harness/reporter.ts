import type { Reporter, TestCase } from 'vitest/node';

/** Prints the figures of each fault at its end in `npm run test:faults`. */
export default class FaultReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const result = testCase.result();
    if (result.state === 'skipped' && result.note !== undefined)
      process.stdout.write(`${testCase.name}: skipped, ${result.note}\n`);
    const { verdict } = testCase.meta();
    if (!verdict) return;
    const { violations, ...figures } = verdict;
    const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
    process.stdout.write(`${testCase.name}: ${text.join(' · ')} · violations ${violations.length}\n`);
  }
}
