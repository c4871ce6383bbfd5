import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ADMIN_EMAILS, type Everybody, everybody } from './callers.ts';
import { fuzz, tableOf } from './run.ts';

// Every call of the contract as everybody, as its schemas want it and otherwise. A few of the requests run with all
// tests; `npm run test:fuzz` makes FUZZ_REQUESTS of them. The same seed draws the same requests; FUZZ_SEED draws others.

const WHOLE = process.env['FUZZ_REQUESTS'];
const REQUESTS = Number(WHOLE ?? 1_500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
/** How slow a call is, is a question for a machine that does nothing else; beside all other tests only a hang is told. */
const SLOW_MS = WHOLE === undefined ? 10_000 : 3_000;
/** Between a machine that is busy with other things and one that hangs. */
const LONGEST_MS = WHOLE === undefined ? 90_000 : 20 * 60_000;

let database: TestDatabase;
let api: RunningApi;
let people: Everybody;
beforeAll(async () => {
  database = await freshDatabase();
  api = await startApi({ placed: database, config: { adminEmails: ADMIN_EMAILS } });
  people = await everybody(api, database.url);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

test('nothing that anybody can send is answered with a failure, late, or in other words than ours', async () => {
  const { origin } = api;
  const { callers, codes } = people;
  const result = await fuzz({
    origin,
    callers,
    requests: REQUESTS,
    seed: SEED,
    texts: codes,
    slowMs: SLOW_MS,
    longestMs: LONGEST_MS,
  });
  // Not by the console, which is silent where tests pass.
  if (WHOLE !== undefined) process.stdout.write(`${tableOf(result)}\n`);
  // One per line: what was sent stands beside what was wrong with the answer.
  expect(result.faults.join('\n')).toBe('');
  expect(result.requests).toBeGreaterThanOrEqual(REQUESTS);
});
