import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, rawAnswer, type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiAnswer, ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
let owner: ApiVisitor;
let admin: ApiVisitor;
let port: number;
beforeAll(async () => {
  api = await startApi();
  port = Number(new URL(api.origin).port);
  owner = await api.signIn('dona@exemplo.com');
  admin = await api.signIn('admin@exemplo.com');
  await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
});
afterAll(() => api.stop());

const addCost = (body: object) => owner.call('POST', '/api/fixed-costs', { body });
/** The header with which a browser asks for a read that includes this answer. */
const readAfter = ({ headers }: ApiAnswer) => ({ headers: { 'X-Read-After': headers.get('X-Position') ?? '' } });
const costs = async (seen: ApiAnswer) =>
  (await owner.call('GET', '/api/fixed-costs', readAfter(seen))).json as { id: string; name: string }[];

describe('request framing', () => {
  const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const post = (headers: string, body: string): string =>
    `POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}${SMUGGLED}`;

  test.each([
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n')],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 2', '')],
    ['a length that is none', post('Content-Length: +2', '{}')],
    ['an encoding behind chunks', post('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
    ['an encoding that is none', post('Transfer-Encoding: xchunked', '0\r\n\r\n')],
    ['a space before the colon', post('Transfer-Encoding : chunked', '0\r\n\r\n')],
    ['a line that goes on', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 5', '0\r\n\r\n')],
    ['a bare line feed', post('X: y\nContent-Length: 2', '{}')],
  ])('a request whose length is ambiguous (%s) ends its connection', async (_what, sent) => {
    const answer = await rawAnswer(port, sent);
    expect(answer).not.toContain('HTTP/1.1 200');
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect((await api.visitor().call('GET', '/healthz')).text).toBe('ok');
  });
});

describe('decoding of a request', () => {
  test('decodes the path of a file once', async () => {
    const twice = await api.visitor().call('GET', '/assets/app-1a2b3c%252ejs');
    expect(twice.headers.get('Content-Type')).toContain('text/html'); // No file has that name, so the answer is a page of the app.
    for (const path of ['/assets/..%252f..%252fapi.ts', '/assets/%252e%252e/%252e%252e/api.ts'])
      expect((await api.visitor().call('GET', path)).text).not.toContain('startApi');
  });

  test('decodes the parameter of a call once', async () => {
    const grant = (email: string) => admin.call('POST', `/api/admin/grant-access/${email}`);
    expect((await grant('uma.vez%40exemplo.com')).status).toBe(200);
    expect((await grant('duas.vezes%2540exemplo.com')).status).toBe(422);
    expect((await admin.call('GET', '/api/admin/users?search=%2564ona')).json).toEqual([]);
  });

  test('decodes a body once, as JSON and nothing else', async () => {
    const name = '%41 &amp; &#65; =?utf-8?Q?A?= \\u0041 A';
    const added = await addCost({ name, value: 1 });
    expect(added.json).toMatchObject({ name });
    expect((await costs(added)).map((cost) => cost.name)).toContain(name);
  });
});

describe('hostile text in a field', () => {
  test.each([
    `'; drop table identity.session; --`,
    `" or 1=1 --`,
    `'||(select pg_sleep(5))||'`,
    '\\',
    '$1 $2 ${1} {{1+1}} #{1} <%= 1 %>',
    '%s %d %j %o %n',
    '__PRICE__ __CSP_NONCE__',
    '{"$ne":null}',
    '`id` $(id) ; id | id && id',
    '../../../etc/passwd',
  ])('%s is stored, found and returned unchanged', async (name) => {
    const added = await addCost({ name, value: 1 });
    expect([added.status, (added.json as { name: string }).name]).toEqual([201, name]);
    const { id } = added.json as { id: string };
    expect((await costs(added)).find((cost) => cost.id === id)?.name).toBe(name);
    const found = await owner.call('GET', `/api/changes?name=${encodeURIComponent(name)}`);
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.json)).toContain(JSON.stringify(name).slice(1, -1));
    expect((await admin.call('GET', `/api/admin/users?search=${encodeURIComponent(name)}`)).json).toEqual([]);
    expect((await admin.call('GET', `/api/admin/audit?text=${encodeURIComponent(name)}`)).status).toBe(200);
    expect((await owner.call('GET', '/api/users/me')).status).toBe(200);
  });

  test('is searched for literally, pattern characters included', async () => {
    for (const search of ['%', '_', '.*', '(', '[a-', '\\', '(a+)+$']) {
      const { status, json } = await admin.call('GET', `/api/admin/users?search=${encodeURIComponent(search)}`);
      expect([search, status, json]).toEqual([search, 200, []]);
    }
  });
});

describe('unknown field', () => {
  const FOREIGN = {
    version: 99,
    owner_id: 'x',
    business_id: '3f2b8c1e-7a44-4d5b-9c3d-1a2b3c4d5e6f',
    user_id: 'x',
    access_granted: true,
    is_admin: true,
    email: 'admin@exemplo.com',
  };

  test('sets no value in a new entity or in an existing one', async () => {
    // A caller may choose the id of an entity when adding it, and only then.
    const id = '3f2b8c1e-7a44-4d5b-9c3d-1a2b3c4d5e6f';
    const added = await addCost({ id, name: 'Seguro', value: 1, ...FOREIGN });
    expect(added.status).toBe(201);
    const cost = added.json as { id: string };
    expect(Object.keys(cost).toSorted()).toEqual(['id', 'name', 'value', 'version']);
    expect(cost).toMatchObject({ id, name: 'Seguro', version: 1 });
    const other = '8a1de4f6-0c39-4a7e-8a52-5d7e6f3b2c10';
    const body = { ...FOREIGN, id: other, value: 2 };
    const changed = await owner.call('PUT', `/api/fixed-costs/${cost.id}`, { body });
    expect(changed.json).toEqual({ ...cost, value: 2, version: 2 });
  });

  test('gives nobody further rights', async () => {
    const novo = await api.signIn('novo@exemplo.com');
    await novo.call('POST', '/api/payment/verify-access', { body: FOREIGN });
    await novo.call('POST', '/api/account/join', { body: { ...FOREIGN, choice: 'open_mine' } });
    await novo.call('POST', '/api/admin/verify-password', { body: { ...FOREIGN, password: ADMIN_PASSWORD } });
    expect((await novo.call('GET', '/api/users/me')).json).toMatchObject({
      email: 'novo@exemplo.com',
      access_granted: false,
      is_admin: false,
    });
    expect((await novo.call('GET', '/api/fixed-costs')).status).toBe(403);
  });

  test('does not appear in a user record, which contains only the fields that the screens need', async () => {
    expect(Object.keys((await owner.call('GET', '/api/users/me')).json as object).toSorted()).toEqual([
      'access_granted',
      'email',
      'google_user_data',
      'guest',
      'guest_to_join',
      'id',
      'is_admin',
      'name',
      'payment_id',
      'transfer_asked',
    ]);
  });
});

describe('header that only a proxy may send', () => {
  test('changes neither host nor scheme nor path of an answer', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '6.6.6.6',
      'X-Original-URL': '/api/admin/users',
      'X-Rewrite-URL': '/api/admin/users',
      'X-HTTP-Method-Override': 'DELETE',
      Forwarded: 'host=evil.example;proto=https',
    };
    for (const path of ['/', '/api/oauth/google/redirect_url', '/api/openapi.json', '/api/docs']) {
      const answer = await api.visitor().call('GET', path, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text + JSON.stringify([...answer.headers])).not.toContain('evil.example');
    }
    expect((await owner.call('GET', '/api/users/me', { headers })).status).toBe(200);
  });

  test.each([
    '//evil.example/x',
    '/\\evil.example/x',
    '/%2f%2fevil.example',
    'http://evil.example/x',
    '/.evil.example',
  ])('redirects no page requested as %s to another host', async (path) => {
    const headers = { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Mode': 'navigate' };
    const call = request({ hostname: 'localhost', port, path, headers }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    const { location } = response.headers;
    expect(new URL(location ?? '/', api.origin).origin).toBe(api.origin);
    expect([200, 307, 400, 404]).toContain(response.statusCode);
  });
});

describe('internal information of the server', () => {
  test('is not echoed by a TRACE request', async () => {
    for (const path of ['/', '/api/fixed-costs', '/assets/app-1a2b3c.js']) {
      const sent = `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: segredo\r\nConnection: close\r\n\r\n`;
      const answer = await rawAnswer(port, sent);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:404|405|501)/);
      expect(answer).not.toContain('segredo');
    }
  });

  test('is not served under paths to listings, history, source or metrics', async () => {
    const plain = async (path: string): Promise<string> => {
      const { status, text } = await api.visitor().call('GET', path);
      return status === 404 ? 'nothing' : text.replaceAll(/nonce-?="?[\w+/=]+/g, '');
    };
    const page = await plain('/no/such/page');
    for (const path of [
      '/assets/',
      '/assets',
      '/.git/config',
      '/.git/HEAD',
      '/.svn/entries',
      '/.env',
      '/package.json',
      '/src/main.ts',
      '/server/main.js',
      '/metrics',
      '/debug/pprof',
      '/api/',
      '/api',
    ])
      expect([page, 'nothing'], path).toContain(await plain(path));
  });

  test('does not decide under which name a file is downloaded: the server chooses the name', async () => {
    const nameOf = async (visitor: ApiVisitor, path: string) => {
      const { status, headers } = await visitor.call('GET', path);
      return [status, headers.get('Content-Disposition')];
    };
    expect(await nameOf(admin, '/api/admin/audit.csv')).toEqual([200, 'attachment; filename="prumo-auditoria.csv"']);
    const [, data] = await nameOf(owner, '/api/account/data');
    expect(data).toMatch(/^attachment; filename="[\w.-]+\.json"$/);
    for (const path of ['/api/admin/audit.csv?filename=x.exe', '/api/account/data?filename=..%2Fx'])
      expect((await (path.includes('admin') ? admin : owner).call('GET', path)).status).toBe(422);
  });
});

describe('body of another content type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ])('is not read when it is “%s”, which another site could send without a preflight', async (type) => {
    const body = JSON.stringify({ name: 'De fora', value: 1 });
    const answer = await owner.call('POST', '/api/fixed-costs', { body, headers: { 'Content-Type': type } });
    expect(answer.status).toBe(415);
    expect((await costs(answer)).map(({ name }) => name)).not.toContain('De fora');
  });
});
