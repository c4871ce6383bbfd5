import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
let admin: ApiVisitor;
let owner: ApiVisitor;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('dona@exemplo.com');
  admin = await api.signIn('admin@exemplo.com');
  await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
});
afterAll(() => api.stop());

const SENTENCE = expect.stringMatching(/^\p{Lu}.+\.$/u) as string;

describe('query parameters', () => {
  test.each([
    ['/api/admin/users?search=%00', 'search'],
    ['/api/admin/users?search=a%ED%A0%80%00', 'search'],
    ['/api/admin/users?search=a&search=b', 'search'],
    ['/api/admin/users?access=all', 'access'],
    ['/api/admin/users?before=garbage', 'before'],
    [`/api/admin/users?before=1~${'-'.repeat(36)}`, 'before'],
    ['/api/admin/users?before=99999999999999~3f2b8c1e-7a44-4d5b-9c3d-1a2b3c4d5e6f', 'before'],
    ['/api/admin/audit?stream=%00', 'stream'],
    ['/api/admin/audit?stream=business', 'stream'],
    ['/api/admin/audit?from=2026-02-30', 'from'],
    ['/api/admin/audit?to=9999-12-31', 'to'],
    ['/api/admin/audit?from=ontem', 'from'],
    ['/api/admin/audit?kind=%00', 'kind'],
    ['/api/admin/audit?type=%00', 'type'],
    ['/api/admin/audit?before=1e3', 'before'],
    ['/api/admin/audit.csv?before=1', 'before'],
    ['/api/changes?before=garbage', 'before'],
    ['/api/changes?name=%00', 'name'],
    ['/api/changes?subject=all', 'subject'],
    ['/api/dashboard?as_off=2026-01-01', 'as_off'],
    ['/api/dashboard?as_of=9999-12-31', 'as_of'],
    ['/api/dashboard?as_of=2026-02-30', 'as_of'],
    ['/api/dashboard?as_of=2026-01-01&as_of=2026-02-01', 'as_of'],
    ['/api/history?from=2026-13-01', 'from'],
    ['/api/users/me?as_of=2026-01-01', 'as_of'],
    ['/api/users/me?__proto__=1', 'query'],
    [`/api/users/me?${'x'.repeat(41)}=1`, 'query'],
  ])('are refused with 422 in %s, and the answer names the field %s', async (path, field) => {
    const { status, json } = await (path.startsWith('/api/admin') ? admin : owner).call('GET', path);
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'invalid', detail: SENTENCE, fields: { [field]: SENTENCE } });
  });

  test('are checked only after the right of the caller', async () => {
    expect((await api.visitor().call('GET', '/api/dashboard?as_off=1')).status).toBe(401);
    expect((await owner.call('GET', '/api/admin/users?before=garbage')).status).toBe(403);
  });

  test('are refused by every call that does not know them', async () => {
    const calls = (Object.entries(contract) as [string, Endpoint][]).filter(
      ([name, { access, path }]) => access !== 'paymentProvider' && name !== 'logout' && !path.includes(':'),
    );
    expect(calls.length).toBeGreaterThan(35);
    for (const [name, { method, path, access }] of calls) {
      const asks = access === 'owner' || access === 'signedIn' || access === 'anyone' ? owner : admin;
      const { status, json } = await asks.call(method, `${path}?nonsense=1`, method === 'GET' ? {} : { body: {} });
      expect([name, status, (json as { fields: object }).fields]).toEqual([name, 422, { nonsense: SENTENCE }]);
    }
  });

  test('are accepted when they are valid', async () => {
    for (const query of ['', '?as_of=2026-01-31', '?'])
      expect((await owner.call('GET', `/api/dashboard${query}`)).status).toBe(200);
    const people = await admin.call('GET', '/api/admin/users?search=dona&access=granted');
    expect(people.json).toHaveLength(1);
    const before = `${Date.now() + 60_000}~ffffffff-ffff-ffff-ffff-ffffffffffff`;
    expect((await admin.call('GET', `/api/admin/users?before=${before}`)).json).not.toHaveLength(0);
    expect((await admin.call('GET', '/api/admin/audit?from=2026-02-28&to=9998-12-31&text=')).status).toBe(200);
  });
});

test('a request for an outbox message under an impossible id is answered with 404', async () => {
  for (const id of ['%00', '%ED%A0%80', 'x'.repeat(400), 'nobody@localhost']) {
    const { status, json } = await api.visitor().call('GET', `/dev/outbox/${id}`);
    expect([id, status, (json as { code: string }).code]).toEqual([id, 404, 'not_found']);
  }
});

test('a caller that does not accept gzip gets an uncompressed answer', async () => {
  for (const encoding of ['*;q=0', 'identity', 'gzip;q=0, *;q=0', 'br']) {
    const { status, headers } = await owner.call('GET', '/api/dishes', { headers: { 'Accept-Encoding': encoding } });
    expect([encoding, status, headers.get('Content-Encoding')]).toEqual([encoding, 200, null]);
  }
});
