import { afterAll, beforeAll, test } from 'vitest';
import { type HttpOwners, httpOwners } from '#tests/model/http-owners.ts';
import { answersAsTheModel } from '#tests/model/sequences.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';

let api: HttpOwners;
beforeAll(async () => {
  api = await httpOwners();
});
afterAll(() => api.stop());

test('the API answers random calls in any order like the reference model, and every read shows the earlier writes', async () => {
  // The number of runs is at most five hundred, because each makes dozens of calls over HTTP and commits in Postgres.
  await fc.assert(
    answersAsTheModel(() => api.owner()),
    runs(5, 500),
  );
});
