import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { bareHeaders } from '#http/security-headers.ts';
import { listen } from '#http/server.ts';
import { createSessions } from '#identity/sessions.ts';
import { healthPages, serveMetrics } from '#processes/metrics-server.ts';
import { rawAnswer, type RunningApi, startApi } from '#tests/support/api.ts';
import { ownPort } from '#tests/support/port.ts';
import { type ApiVisitor, visitorAt } from '#tests/support/visitor.ts';

/** The configuration of a production site: https through a proxy. */
const PUBLIC_ORIGIN = 'https://prumo.example';

let api: RunningApi;
let owner: ApiVisitor;
let admin: ApiVisitor;
beforeAll(async () => {
  api = await startApi({ config: { publicOrigin: PUBLIC_ORIGIN } });
  owner = await signedIn('dona@exemplo.com');
  admin = await signedIn('admin@exemplo.com');
});
afterAll(() => api.stop());

/** The session is created directly, because nothing answers at the public origin, where the local issuer would be. */
async function signedIn(email: string): Promise<ApiVisitor> {
  const { rows } = await api.pool.query<{ id: string }>('select user_id as id from identity.person where email = $1', [
    email,
  ]);
  const token = await createSessions(api.pool, () => new Date()).start({ userId: rows[0]?.id ?? '', kind: 'account' });
  return visitorAt(api.origin, { '__Host-session': token });
}

interface RecordedAnswer {
  readonly what: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const calls = (Object.entries(contract) as [string, Endpoint][]).filter(
  // Live streams stay open while somebody follows them, and a later test ends the sessions.
  ([name, { media }]) => media !== 'text/event-stream' && name !== 'logout' && name !== 'endOtherSessions',
);
const bodyOf = ({ method }: Endpoint) => (method === 'GET' || method === 'DELETE' ? {} : { body: {} });

/** Collects the answers to every call, with and without the right to it, to other served paths and to unknown ones. */
async function everyAnswer(): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const ask = async (visitor: ApiVisitor, method: string, path: string, options: object = {}): Promise<void> => {
    const { status, headers, text } = await visitor.call(method, path, options);
    answers.push({ what: `${method} ${path}`, status, headers, text });
  };
  for (const [, endpoint] of calls) {
    const path = endpoint.path.replaceAll(/:\w+/g, () => randomUUID());
    const mayCall = endpoint.access === 'admin' || endpoint.access === 'listedAdmin' ? admin : owner;
    for (const visitor of [mayCall, api.visitor()]) await ask(visitor, endpoint.method, path, bodyOf(endpoint));
  }
  for (const path of PATHS) await ask(api.visitor(), 'GET', path);
  for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'PUT'])
    for (const path of ['/', '/api/fixed-costs', '/assets/app-1a2b3c.js']) await ask(owner, method, path);
  await ask(owner, 'POST', '/api/fixed-costs', { body: '{', headers: { Accept: '*/*' } });
  await ask(owner, 'POST', '/api/fixed-costs', { body: 'x'.repeat(40_000) });
  await ask(owner, 'POST', '/api/fixed-costs', { body: {}, headers: { 'Sec-Fetch-Site': 'cross-site' } });
  return answers;
}

const PATHS = [
  '/',
  '/dashboard',
  '/no/such/page',
  '/assets/app-1a2b3c.js',
  '/assets/gone-000000.js',
  '/manifest.webmanifest',
  '/sw.js',
  '/healthz',
  '/readyz',
  '/api/docs',
  '/api/openapi.json',
  '/api/nothing',
  '/api/live',
  '/dev/outbox',
  '/dev/outbox/nobody',
  '/dev-idp/.well-known/openid-configuration',
  '/dev-idp/jwks',
  '/dev-idp/authorize',
  '/dev-idp/chooser.css',
];

let everything: Promise<RecordedAnswer[]> | undefined;
const all = (): Promise<RecordedAnswer[]> => (everything ??= everyAnswer());
const failing = async (isFine: (answers: RecordedAnswer) => boolean): Promise<string[]> =>
  (await all()).filter((answers) => !isFine(answers)).map(({ what, status }) => `${what} ${status}`);

const policyOf = (headers: Headers): ReadonlyMap<string, string> =>
  new Map(
    (headers.get('Content-Security-Policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/\s+(.*)/s) as [string, string?])
      .map(([name, value = '']) => [name, value]),
  );

test('the recorded answers include every kind of status', async () => {
  const statuses = new Set((await all()).map(({ status }) => status));
  for (const status of [200, 400, 401, 403, 404, 405, 413, 422]) expect(statuses).toContain(status);
  expect((await all()).length).toBeGreaterThan(150);
});

describe('every answer', () => {
  test('allows only our own scripts and content: no plug-ins, no other base, no inline script', async () => {
    const isFine = ({ headers }: RecordedAnswer): boolean => {
      const policy = policyOf(headers);
      const fallback = policy.get('default-src');
      const scripts = policy.get('script-src') ?? fallback ?? '';
      return (
        (policy.get('object-src') ?? fallback) === "'none'" &&
        policy.get('base-uri') === "'none'" &&
        /^'(?:self|none)'$/.test(fallback ?? '') &&
        /^'(?:self|none)'(?: 'nonce-[\w+/=]{24}')?$/.test(scripts)
      );
    };
    expect(await failing(isFine)).toEqual([]);
  });

  test('forbids to be shown in a frame', async () => {
    expect(await failing(({ headers }) => policyOf(headers).get('frame-ancestors') === "'none'")).toEqual([]);
  });

  test('requires https for a year, subdomains included', async () => {
    const wanted = 'max-age=31536000; includeSubDomains';
    expect(await failing(({ headers }) => headers.get('Strict-Transport-Security') === wanted)).toEqual([]);
  });

  test('must be read as its declared content type', async () => {
    expect(await failing(({ headers }) => headers.get('X-Content-Type-Options') === 'nosniff')).toEqual([]);
  });

  test('keeps the path of a page out of the referrer for other sites', async () => {
    const quiet = ['no-referrer', 'same-origin', 'strict-origin-when-cross-origin'];
    expect(await failing(({ headers }) => quiet.includes(headers.get('Referrer-Policy') ?? ''))).toEqual([]);
  });

  test('cannot be read by another site, whatever origin that site names', async () => {
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const asked = await Promise.all(
      ['/api/dashboard', '/api/site', '/', '/api/openapi.json'].map((path) => owner.call('GET', path, { headers })),
    );
    const preflight = await owner.call('OPTIONS', '/api/fixed-costs', {
      headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
    });
    for (const answers of [...asked, preflight, ...(await all())])
      expect([...answers.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('does not name the software behind it', async () => {
    const hasNone = ({ headers }: RecordedAnswer): boolean => !headers.has('X-Powered-By') && !headers.has('Server');
    expect(await failing(hasNone)).toEqual([]);
  });

  test('with a body declares its type and encoding, and its body matches both', async () => {
    const isFine = ({ headers, text }: RecordedAnswer): boolean => {
      if (text === '') return true;
      const type = headers.get('Content-Type') ?? '';
      if (/^(?:text\/|application\/(?:\w+\+)?json|application\/javascript)/.test(type) && !/charset=utf-8/i.test(type))
        return false;
      if (/json/.test(type)) return isJson(text);
      if (type.startsWith('text/html')) return /^<!doctype html>/i.test(text);
      return /^(?:text\/(?:plain|css|javascript|csv)|application\/javascript)/.test(type) && !/^\s*</.test(text);
    };
    expect(await failing(isFine)).toEqual([]);
  });

  test('of an API call is never cached, except those that are the same for everybody', async () => {
    const shared = calls.filter(([, { cacheSeconds }]) => cacheSeconds !== undefined).map(([, { path }]) => path);
    expect(shared).toEqual(['/api/site']);
    const isPublic = /^\w+ \/(?:api\/(?:site|docs|openapi\.json)|assets\/|manifest|healthz|readyz|dev-idp\/|sw\.js)/;
    const isFine = ({ what, headers }: RecordedAnswer): boolean =>
      isPublic.test(what) || headers.get('Cache-Control') === 'no-store';
    expect(await failing(isFine)).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('answers that are sent without the app', () => {
  const wanted = bareHeaders(PUBLIC_ORIGIN).map(([name, value]) => `${name}: ${value}`.toLowerCase());
  const ASK = 'GET /healthz HTTP/1.1\r\nHost: prumo.example\r\nConnection: close\r\n\r\n';
  const missingIn = (answer: string): string[] => {
    const [head = ''] = answer.split('\r\n\r\n');
    const lines = head.split('\r\n').map((line) => line.toLowerCase());
    return wanted.filter((line) => !lines.includes(line));
  };

  test('require https and forbid frames, sniffing and referrers', () => {
    for (const part of ['max-age=31536000; includesubdomains', 'nosniff', "frame-ancestors 'none'", 'no-referrer'])
      expect(wanted.join('\n')).toContain(part);
  });

  test('have the protective headers while the server starts, to a malformed request, without pages and for metrics', async () => {
    const place = { port: await ownPort(), host: '127.0.0.1', publicOrigin: PUBLIC_ORIGIN };
    const server = await listen(place);
    const starting = await rawAnswer(place.port, ASK, place.host);
    expect(starting).toContain('503');
    const none = await rawAnswer(place.port, 'eu queria uma pizza\r\n\r\n', place.host);
    expect(none).toContain('400');
    server.serve(healthPages(async () => undefined, PUBLIC_ORIGIN));
    const health = await rawAnswer(place.port, ASK, place.host);
    expect(health).toContain('200');
    await server.close(0);
    const metricsPort = await ownPort();
    const silent = {
      observe: () => undefined,
      countCutResponse: () => undefined,
      text: async () => 'prumo_things 1\n',
    };
    const metrics = await serveMetrics({ ...place, metricsPort } as never, silent);
    const measured = await rawAnswer(metricsPort, ASK.replace('/healthz', '/metrics'), place.host);
    expect(measured).toContain('prumo_things 1');
    await metrics.stop();
    for (const answer of [starting, none, health, measured]) expect(missingIn(answer), answer).toEqual([]);
  });
});

describe('every cookie', () => {
  test('is bound to this host and to https, and hidden from scripts and other sites', async () => {
    const set: string[] = [];
    const note = ({ headers }: { readonly headers: Headers }): number => set.push(...headers.getSetCookie());
    const buyer = api.visitor();
    note(
      await buyer.call('POST', '/api/payment/create-direct', { body: { name: 'Ana', email: 'ana@comprou.example' } }),
    );
    const leaving = await signedIn('admin@exemplo.com');
    note(await leaving.call('POST', '/api/admin/verify-password', { body: { password: 'manjericão fresco' } }));
    note(await leaving.call('GET', '/api/logout'));
    note(await buyer.call('GET', '/api/logout'));
    const names = new Set(set.map((cookie) => cookie.split('=')[0]));
    expect(names).toEqual(new Set(['__Host-buyer', '__Host-session']));
    expect(set.length).toBeGreaterThanOrEqual(4);
    for (const cookie of set) {
      const attributes = cookie
        .split(';')
        .slice(1)
        .map((attribute) => attribute.trim().toLowerCase());
      expect(attributes, cookie).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']));
      expect(
        attributes.filter((attribute) => attribute.startsWith('domain')),
        cookie,
      ).toEqual([]);
    }
  });
});
