import { expect, test } from 'vitest';
import { figuresOfCase, workedCases } from './worked-cases.ts';

test.each(workedCases)('the figures of “$name” equal those worked out by hand', (workedCase) => {
  expect(figuresOfCase(workedCase)).toMatchObject(workedCase.expected);
});
