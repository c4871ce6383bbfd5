import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { DASHBOARD_PAGES, PAGES } from '#contract/pages.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const get = (path: string, headers: Record<string, string> = {}) => api.visitor().call('GET', path, { headers });
const nonceIn = (text: string): string | undefined => /nonce[-=]"?([A-Za-z0-9+/=]{20,})/.exec(text)?.[1];

describe('pages', () => {
  test.each([
    ...PAGES.map((path) => path.replace(/:\w+/, 'x')),
    ...DASHBOARD_PAGES.map((path) => path.replace(/:\w+/, 'x')),
    '/dashboard?tab=recipes',
    '/dashboard?tab=unknown',
    '/login/',
    '/Login',
    '/index.html',
  ])('are the app under %s', async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.has('X-Robots-Tag')).toBe(false);
  });

  test.each([
    '/no/such/page',
    '/logins',
    '/login/x',
    '/dashboard/x',
    '/dashboards',
    '/Dashboard',
    '/payment',
    '/admin/people',
    '/dashboard.html',
    '/assets/index.html',
    '/wp-login.php',
    '/.env',
    '/favicon.ico',
    '/api/no-such-call',
    '/%00',
  ])('do not exist under %s, which answers 404 and is not indexed', async (path) => {
    const page = await get(path, { Accept: 'text/html' });
    expect(page.status).toBe(404);
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.text).not.toMatch(/__[A-Z_]+__/);
  });

  test('say in the app’s own words that an unknown address does not exist', async () => {
    const page = await get('/no/such/page');
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(nonceIn(page.text)).toBe(nonceIn(page.headers.get('Content-Security-Policy') ?? ''));
  });

  test('say whether they were requested with a session, except the one that is cached', async () => {
    const sessionHint = async (path: string, browser = api.visitor()): Promise<string | undefined> =>
      /name="session" content="(\w+)"/.exec((await browser.call('GET', path)).text)?.[1];
    const dona = await api.signIn('dona@exemplo.com');
    for (const path of ['/', '/dashboard', '/terms', '/no/such/page']) {
      expect([path, await sessionHint(path)]).toEqual([path, 'none']);
      expect([path, await sessionHint(path, dona)]).toEqual([path, 'some']);
    }
    expect([await sessionHint('/index.html'), await sessionHint('/index.html', dona)]).toEqual(['unknown', 'unknown']);
    await dona.call('GET', '/api/logout');
    expect(await sessionHint('/', dona)).toBe('none');
  });

  test.each([
    ['/dashboard', 'the dashboard’s own script', true],
    ['/dashboard/', 'the dashboard’s own script', true],
    ['/dashboard/ficha/1', 'the dashboard’s own script', true],
    ['/dashboards', 'no script of the dashboard', false],
    ['/account', 'no script of the dashboard', false],
    ['/index.html', 'no script of the dashboard', false],
  ])('load under %s %s', async (path, _script, isDashboard) => {
    const page = await get(path);
    expect(page.text.includes('modulepreload')).toBe(isDashboard);
    expect(page.text).not.toContain('__CSP_NONCE__');
    expect(nonceIn(page.headers.get('Content-Security-Policy') ?? '')).toBe(nonceIn(page.text));
  });

  test('carry the nonce that their own policy allows, a new one for each answer', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const nonce = nonceIn(first.text);
    expect(nonce).toBeDefined();
    expect(nonceIn(first.headers.get('Content-Security-Policy') ?? '')).toBe(nonce);
    expect(nonceIn(second.text)).not.toBe(nonce);
    expect(first.text).not.toContain('__CSP_NONCE__');
  });

  test('forbid browser features that they do not need', async () => {
    const { headers } = await get('/');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.has('X-Powered-By')).toBe(false);
  });

  test('refer to hashed assets, which are cached for ever, and a missing asset answers 404', async () => {
    const asset = await get('/assets/app-1a2b3c.js');
    expect(asset.headers.get('Cache-Control')).toBe('max-age=31536000,immutable');
    expect(asset.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await get('/assets/gone-000000.js')).status).toBe(404);
    expect((await get('/assets/..%2f..%2fapi.ts')).status).toBe(400);
    expect((await get('/.env')).status).toBe(404);
  });

  test('serve the service worker without caching, and a manifest', async () => {
    expect((await get('/sw.js')).headers.get('Cache-Control')).toBe('no-cache');
    expect((await get('/manifest.webmanifest')).headers.get('Content-Type')).toContain('application/manifest+json');
  });

  test('answer 404 for a file that a newer build removed, and the process stays up', async () => {
    const gone = new URL('../support/web-root/assets/gone-1a2b3c.js', import.meta.url);
    await writeFile(gone, 'export {};');
    expect((await get('/assets/gone-1a2b3c.js')).status).toBe(200);
    await rm(gone);
    expect((await get('/assets/gone-1a2b3c.js')).status).toBe(404);
    expect((await get('/healthz')).text).toBe('ok');
  });

  test('redirect to the public origin when requested under another name of this machine', async () => {
    const { host, hostname, port } = new URL(api.origin);
    const headers = { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Mode': 'navigate' };
    // fetch would declare the request as not being a navigation.
    const call = request({ hostname, port, path: '/dashboard', headers }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    expect([response.statusCode, response.headers.location]).toEqual([307, `http://${host}/dashboard`]);
  });
});

describe('API description', () => {
  test('the OpenAPI document has every call of the contract', async () => {
    const document = (await get('/api/openapi.json')).json as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toBe('3.1.0');
    for (const { path, method } of Object.values(contract))
      expect(document.paths[path.replaceAll(/:(\w+)/g, '{$1}')], path).toHaveProperty(method.toLowerCase());
  });

  test('there is an HTML page of the API description for people', async () => {
    const page = await get('/api/docs');
    expect(page.status).toBe(200);
    for (const { path } of Object.values(contract)) expect(page.text).toContain(path);
    expect(nonceIn(page.text)).toBe(nonceIn(page.headers.get('Content-Security-Policy') ?? ''));
  });
});

describe('health checks', () => {
  test.each(['/healthz', '/readyz'])('%s answers ok and nothing else', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
  });
});
