import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { memoryProvider } from '#tests/support/memory-provider.ts';

let database: TestDatabase;
let api: RunningApi;
beforeAll(async () => {
  database = await freshDatabase();
  api = await startApi({
    storage: database,
    paymentProvider: memoryProvider(),
    config: {
      production: true,
      samples: false,
      publicOrigin: 'https://prumo.example',
      adminEmails: [],
      openId: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' },
      mail: {
        kind: 'smtp',
        settings: {
          url: 'smtp://127.0.0.1:1',
          requireTls: false,
          from: { name: 'Prumo', address: 'oi@prumo.example' },
          replyTo: { name: 'Prumo', address: 'oi@prumo.example' },
        },
      },
    },
  });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

test('the development helpers of a local machine do not exist in production', async () => {
  const visitor = api.visitor();
  const page = async (path: string) => (await visitor.call('GET', path)).text.replaceAll(/nonce-?="?[\w+/=]+/g, '');
  const app = await page('/no/such/page');
  for (const path of [
    '/dev-idp/authorize',
    '/dev-idp/.well-known/openid-configuration',
    '/dev-idp/jwks',
    '/dev/outbox',
  ])
    expect(await page(path), path).toBe(app);
  for (const [path, body] of [
    ['/dev-idp/token', {}],
    ['/dev-idp/authorize', {}],
    [`/api/dev/payments/${randomUUID()}/simulate`, { outcome: 'paid' }],
  ] as const)
    expect([path, (await visitor.call('POST', path, { body })).status]).toEqual([path, 404]);
});

test('in production nobody exists before the first sign-in, and there is no administrator by default', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const { rows } = await pool.query(
    'select (select count(*) from identity.person) + (select count(*) from identity.session) as n',
  );
  await pool.end();
  expect(rows).toEqual([{ n: '0' }]);
});

test('metrics are served on a port of their own, which is closed by default', async () => {
  for (const path of ['/metrics', '/metrics/']) {
    const { text } = await api.visitor().call('GET', path);
    expect(text).not.toContain('prumo_http_request_seconds');
  }
  for (const path of ['/healthz', '/readyz']) expect((await api.visitor().call('GET', path)).text).toBe('ok');
});
