import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { test } from 'vitest';
import { demoOwner } from './demo-owner.ts';
import { answersAsTheModel } from './sequences.ts';

test('the API without a network answers any calls in any order as the plain model does', async () => {
  await fc.assert(
    answersAsTheModel(async () => demoOwner()),
    runs(40),
  );
});
