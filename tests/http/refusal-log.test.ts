import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleErrors } from '#http/errors.ts';
import { problems } from '#http/problem.ts';
import { createRefusalLog } from '#http/request-log.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { startLoopbackServer } from '#tests/support/issuer-under-test.ts';
import type { ApiAnswer, ApiVisitor } from '#tests/support/visitor.ts';

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly route?: string;
  readonly status?: number;
  readonly code?: string;
  readonly fields?: readonly string[];
  readonly userId?: string | null;
}

const logLines: string[] = [];
let api: RunningApi;
let owner: ApiVisitor;
beforeAll(async () => {
  api = await startApi({ onLog: (line) => void logLines.push(line) });
  owner = await api.signIn('dona@exemplo.com');
});
afterAll(() => api.stop());

const lines = (): Line[] => logLines.map((line) => JSON.parse(line) as Line);
/** Returns the log line of the request with this answer. */
const lineOf = ({ headers }: ApiAnswer): Line | undefined =>
  lines().find(({ msg, requestId }) => msg === 'request refused' && requestId === headers.get('X-Request-Id'));

describe('log line of a refused request', () => {
  const id = async (): Promise<string> => ((await owner.call('GET', '/api/users/me')).json as { id: string }).id;

  test('is written for a request from another site', async () => {
    const answer = await owner.call('POST', '/api/fixed-costs', {
      body: { name: 'A', value: 1 },
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(lineOf(answer)).toMatchObject({ status: 403, code: 'other_site', route: '/api/fixed-costs' });
  });

  test('is written for a request without the right, and names its session', async () => {
    const userId = await id();
    const admins = await owner.call('GET', '/api/admin/users');
    expect(lineOf(admins)).toMatchObject({ status: 403, code: 'not_admin', userId });
    const theirs = await owner.call('DELETE', `/api/fixed-costs/${randomUUID()}`);
    expect(lineOf(theirs)).toMatchObject({ status: 404, route: '/api/fixed-costs/:id', userId });
  });

  test('is written for a request with an invalid or ended session', async () => {
    const answer = await api
      .visitor()
      .call('GET', '/api/users/me', { headers: { Cookie: `session=${'a'.repeat(43)}` } });
    expect(lineOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in', userId: null });
  });

  test('is written for an invalid sign-in code', async () => {
    const answer = await api.visitor().call('POST', '/api/sessions', { body: { code: 'x', state: 'y', iss: 'z' } });
    expect(lineOf(answer)).toMatchObject({ status: 400, code: 'sign_in_state', route: '/api/sessions' });
  });

  test('is written for a wrong administrator password', async () => {
    const admin = await api.signIn('admin@exemplo.com');
    const answer = await admin.call('POST', '/api/admin/verify-password', { body: { password: 'errada' } });
    expect(lineOf(answer)).toMatchObject({ status: 403, code: 'wrong_password' });
  });

  test('is written for an invalid field with its name, and never with its value', async () => {
    const answer = await owner.call('POST', '/api/fixed-costs', { body: { name: 'Canário', value: 'canário' } });
    expect(lineOf(answer)).toMatchObject({ status: 422, code: 'invalid', fields: ['value'] });
    expect(logLines.join('')).not.toMatch(/can[áa]rio/i);
  });

  test('is written for a request that is unreadable or too large', async () => {
    const broken = await owner.call('POST', '/api/fixed-costs', { body: '{' });
    expect(lineOf(broken)).toMatchObject({ status: 400, code: 'unreadable' });
    const large = await owner.call('POST', '/api/fixed-costs', { body: `"${'x'.repeat(40_000)}"` });
    expect(lineOf(large)).toMatchObject({ status: 413, code: 'too_large' });
  });
});

test('a page that checks for a session writes no line, nor does a successful request', async () => {
  expect(lineOf(await api.visitor().call('GET', '/api/users/me'))).toBeUndefined();
  expect(lineOf(await owner.call('GET', '/api/dashboard'))).toBeUndefined();
});

test('every line is JSON with its time, level and message, and sent text cannot add a line', async () => {
  const forged = '\n{"level":60,"time":1,"msg":"forged"}\r\n\u2028\u001b[31m';
  await owner.call('POST', '/api/fixed-costs', { body: { name: forged, value: forged } });
  await owner.call('GET', `/api/changes?name=${encodeURIComponent(forged)}&${encodeURIComponent(forged)}=1`);
  await owner.call('GET', `/api/${encodeURIComponent(forged)}`);
  await api.visitor().call('POST', '/api/sessions', { body: { code: forged, state: forged, iss: forged } });
  expect(logLines.length).toBeGreaterThan(20);
  for (const line of logLines) expect(line).toMatch(/^[^\p{Cc}\p{Zl}]*\n$/u);
  for (const { level, time, msg } of lines()) {
    expect([typeof level, typeof time, typeof msg]).toEqual(['number', 'number', 'string']);
    expect(Math.abs(time - Date.now())).toBeLessThan(600_000);
    expect(msg).not.toBe('forged');
  }
});

test('a flood of refusals is counted instead of written line by line', () => {
  const entries: object[] = [];
  let now = 0;
  const note = createRefusalLog({ info: (about: object) => void entries.push(about) } as never, () => now);
  const ctx = { state: { requestId: 'r' }, method: 'GET', _matchedRoute: '/api/fixed-costs' } as never;
  for (let n = 0; n < 1_000; n += 1) note(ctx, problems.otherSite());
  expect(entries).toHaveLength(300);
  now = 60_000;
  note(ctx, problems.otherSite());
  expect(entries.slice(300)).toEqual([{ refused: 700 }, expect.objectContaining({ code: 'other_site' })]);
});

test('an unexpected error is answered in general words and logged in full', async () => {
  const written: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void written.push(line) });
  const server = await startLoopbackServer();
  server.serve(handleErrors(logger), () => {
    throw new Error('select secret from identity.person where password = hunter2');
  });
  for (const accept of ['application/json', '*/*', 'text/html']) {
    const answer = await fetch(`${server.origin}/x`, { headers: { Accept: accept } });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).toContain('Algo deu errado do nosso lado.');
    expect(text).not.toMatch(/select|hunter2|Error|node_modules|\.ts|\bat /);
  }
  await server.stop();
  expect(written).toHaveLength(3);
  for (const line of written) {
    expect(JSON.parse(line)).toMatchObject({ level: 50, msg: 'request failed', err: { type: 'Error' } });
    expect(line).toContain('hunter2');
  }
});

test.each([
  ['a full disk', Object.assign(new Error('could not extend file'), { code: '53100' }), 'give it room'],
  ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'request failed'],
])(
  'requests that fail because of %s are logged once a minute, with the number of those left out',
  async (_, error, words) => {
    const written: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void written.push(line) });
    const server = await startLoopbackServer();
    let now = 0;
    server.serve(
      handleErrors(logger, () => now),
      () => {
        throw error;
      },
    );
    const ask = async (): Promise<number> => (await fetch(`${server.origin}/x`)).status;
    for (now of [0, 1, 59_999, 60_000]) expect(await ask()).toBe(503);
    await server.stop();
    const entries = written.map((line) => JSON.parse(line) as Line);
    expect(entries).toEqual([expect.not.objectContaining({ untold: 2 }), expect.objectContaining({ untold: 2 })]);
    for (const { msg } of entries) expect(msg).toContain(words);
  },
);
