import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ADMIN_EMAILS, type Callers, createCallers } from './callers.ts';
import { fuzz, tableOf } from './run.ts';

// The tests make every call as every visitor, with valid and invalid input. All tests run a few of the requests;
// `npm run test:fuzz` makes FUZZ_REQUESTS of them. A seed always draws the same requests; FUZZ_SEED draws others.

const REQUEST_COUNT = process.env['FUZZ_REQUESTS'];
const REQUESTS = Number(REQUEST_COUNT ?? 1_500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);
/** The speed of calls is measured on an idle machine; among all other tests only a hanging call is a fault. */
const SLOW_MS = REQUEST_COUNT === undefined ? 10_000 : 3_000;
/** This limit is above what a busy machine needs, and below what a hanging call takes. */
const LONGEST_MS = REQUEST_COUNT === undefined ? 90_000 : 20 * 60_000;

let database: TestDatabase;
let api: RunningApi;
let people: Callers;
beforeAll(async () => {
  database = await freshDatabase();
  api = await startApi({ storage: database, config: { adminEmails: ADMIN_EMAILS } });
  people = await createCallers(api, database.url);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

test('no request by any caller is answered with a failure, late, or with a text that is not ours', async () => {
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
  // The console is silent where tests pass, so this writes to stdout.
  if (REQUEST_COUNT !== undefined) process.stdout.write(`${tableOf(result)}\n`);
  // Each fault is a line with the request and what was wrong with the answer.
  expect(result.faults.join('\n')).toBe('');
  expect(result.requests).toBeGreaterThanOrEqual(REQUESTS);
});
