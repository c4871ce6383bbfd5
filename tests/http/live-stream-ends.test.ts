import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type EventStream, openEventStream } from '#tests/support/event-stream.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import { type ApiVisitor, visitorAt } from '#tests/support/visitor.ts';

/** Two processes share a database, and whatever happens in one ends the streams of both. */
let database: TestDatabase;
let firstProcess: RunningApi;
let secondProcess: RunningApi;
let now = Date.now();
beforeAll(async () => {
  database = await freshDatabase();
  const clock = () => new Date(now);
  firstProcess = await startApi({ storage: database, clock });
  secondProcess = await startApi({ storage: database, clock });
});
beforeEach(() => {
  now += 1_000;
});
afterAll(async () => {
  await secondProcess.stop();
  await firstProcess.stop();
  await database.drop();
});

let people = 0;
async function administrator(): Promise<ApiVisitor> {
  const admin = await firstProcess.signIn('admin@exemplo.com');
  const given = await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
  expect(given.status).toBe(200);
  return admin;
}

/** Returns an owner with access, and an administrator who can revoke it. */
async function owner(): Promise<{ browser: ApiVisitor; id: string; email: string; admin: ApiVisitor }> {
  people += 1;
  const email = `linha${people}@exemplo.com`;
  const admin = await administrator();
  await admin.call('POST', `/api/admin/grant-access/${encodeURIComponent(email)}`);
  const browser = await firstProcess.signIn(email);
  await expect.poll(async () => (await browser.call('GET', '/api/dashboard')).status).toBe(200);
  const { id } = (await browser.call('GET', '/api/users/me')).json as { id: string };
  return { browser, id, email, admin };
}

const elsewhere = (browser: ApiVisitor): ApiVisitor =>
  visitorAt(secondProcess.origin, { session: /session=([^;]+)/.exec(browser.cookieHeader())?.[1] ?? '' });

/** Opens the same live stream in both processes. */
async function linesOf(path: string, browser: ApiVisitor): Promise<readonly EventStream[]> {
  const lines = await Promise.all(
    [firstProcess, secondProcess].map(({ origin }) => openEventStream(`${origin}${path}`, browser.cookieHeader())),
  );
  expect(lines.map(({ status }) => status)).toEqual([200, 200]);
  return lines;
}

/** Expects each stream to report its end and to close within a second, whatever it reported before. */
async function expectOver(lines: readonly EventStream[], took: () => number): Promise<void> {
  for (const line of lines) {
    let last: unknown;
    for (let event = await line.next(); event; event = await line.next()) last = event;
    expect(last).toEqual({ event: 'over', data: {} });
  }
  expect(took()).toBeLessThan(1_000);
}

type Person = Awaited<ReturnType<typeof owner>>;
const OWNERS_ENDS: Readonly<Record<string, (person: Person) => Promise<{ readonly status: number }>>> = {
  'a sign-out at the same process': ({ browser }) => browser.call('GET', '/api/logout'),
  'a sign-out at another process': ({ browser }) => elsewhere(browser).call('GET', '/api/logout'),
  'an administrator ending the sessions': ({ id, admin }) => admin.call('DELETE', `/api/admin/users/${id}/sessions`),
  'an administrator revoking the access': ({ id, admin }) =>
    admin.call('POST', `/api/admin/users/${id}/revoke`, { body: { reason: 'teste' } }),
  'an erasure': ({ browser }) => browser.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } }),
  'the end of the session’s time': async () => {
    now += 31 * 24 * 60 * 60 * 1_000;
    return { status: 200 };
  },
};

describe('live stream GET /api/live', () => {
  test.each(Object.entries(OWNERS_ENDS))('ends in every process within a second of %s', async (_what, end) => {
    const person = await owner();
    const lines = await linesOf('/api/live', person.browser);
    await Promise.all(lines.map((line) => line.next()));
    const took = stopwatch();
    expect((await end(person)).status).toBeLessThan(300);
    await expectOver(lines, took);
  });
});

const ADMINS_ENDS: Readonly<Record<string, (admin: ApiVisitor) => Promise<{ readonly status: number }>>> = {
  'a sign-out at the same process': (admin) => admin.call('GET', '/api/logout'),
  'a sign-out at another process': (admin) => elsewhere(admin).call('GET', '/api/logout'),
  'another administrator ending the sessions': async (admin) => {
    const { id } = (await admin.call('GET', '/api/users/me')).json as { id: string };
    return (await administrator()).call('DELETE', `/api/admin/users/${id}/sessions`);
  },
  'half an hour without use of the administration': async () => {
    now += 30 * 60_000;
    return { status: 200 };
  },
  'an erasure': (admin) => admin.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } }),
};

describe('live stream GET /api/admin/audit/live', () => {
  test('stays open while the administrator’s session lasts', async () => {
    const admin = await administrator();
    const lines = await linesOf('/api/admin/audit/live', admin);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await admin.call('GET', '/api/admin/audit');
    for (const line of lines) {
      expect(await line.next()).toMatchObject({ event: 'grown' });
      line.close();
    }
  });

  // The last end is the erasure of the administrator, who can sign in again only when it is completed.
  test.each(Object.entries(ADMINS_ENDS))('ends in every process within a second of %s', async (_what, end) => {
    const admin = await administrator();
    const lines = await linesOf('/api/admin/audit/live', admin);
    const took = stopwatch();
    expect((await end(admin)).status).toBeLessThan(300);
    await expectOver(lines, took);
  });
});
