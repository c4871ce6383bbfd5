import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';

const DONA = 'dona@exemplo.com';
const MINUTE_MS = 60_000;

let api: RunningApi;
/** The milliseconds by which the product's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  api = await startApi({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => api.stop());

const tokenOf = (browser: ApiVisitor): string => /session=([\w-]{43})/.exec(browser.cookieHeader())?.[1] ?? '';
const isIn = async (browser: ApiVisitor): Promise<boolean> =>
  (await browser.call('GET', '/api/users/me')).status === 200;
/** Another browser that has obtained the token. */
const browserWithTokenOf = (browser: ApiVisitor): ApiVisitor => visitorAt(api.origin, { session: tokenOf(browser) });

describe('session token', () => {
  test('changes at each sign-in, and the former one opens nothing', async () => {
    const dona = await api.signIn(DONA);
    const otherBrowser = browserWithTokenOf(dona);
    expect(await isIn(otherBrowser)).toBe(true);
    await signIn(dona, api.origin, DONA);
    expect(tokenOf(dona)).not.toBe(tokenOf(otherBrowser));
    expect([await isIn(dona), await isIn(otherBrowser)]).toEqual([true, false]);
  });

  test('is replaced at the sign-in when somebody else has put it into the browser', async () => {
    const set = 'A'.repeat(43);
    const dona = visitorAt(api.origin, { session: set });
    await signIn(dona, api.origin, DONA);
    expect(tokenOf(dona)).not.toBe(set);
    expect(await isIn(visitorAt(api.origin, { session: set }))).toBe(false);
  });

  test('changes after the administrator’s password', async () => {
    const admin = await api.signIn('admin@exemplo.com');
    const otherBrowser = browserWithTokenOf(admin);
    await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
    expect((await admin.call('GET', '/api/admin/users/counts')).status).toBe(200);
    expect((await otherBrowser.call('GET', '/api/admin/users/counts')).status).toBe(401);
  });

  test('opens nothing after its browser has signed out, wherever it is stored', async () => {
    const dona = await api.signIn(DONA);
    const otherBrowser = browserWithTokenOf(dona);
    expect((await dona.call('GET', '/api/logout')).headers.get('Clear-Site-Data')).toContain('"storage"');
    expect([tokenOf(dona), await isIn(otherBrowser)]).toEqual(['', false]);
    expect((await otherBrowser.call('GET', '/api/dashboard')).status).toBe(401);
  });

  test('is sent in its cookie only, and no answer contains it or the identity provider’s tokens', async () => {
    const dona = api.visitor();
    const said: string[] = [];
    const listening: Pick<ApiVisitor, 'call'> = {
      async call(...call) {
        const answer = await dona.call(...call);
        said.push(
          answer.text,
          ...[...answer.headers].filter(([name]) => name !== 'set-cookie').map(([, text]) => text),
        );
        return answer;
      },
    };
    const [code = '', state = ''] = await signIn(listening, api.origin, DONA);
    const opened = said.at(-1) ?? '';
    for (const path of ['/api/users/me', '/api/account/sessions', '/api/account/data', '/', '/api/dashboard'])
      await listening.call('GET', path);
    expect([code.length, state.length, tokenOf(dona).length]).toEqual([43, 43, 43]);
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((text) => text.includes(tokenOf(dona)))).toEqual([]);
    expect(said.filter((text) => /id_token|access_token|refresh_token|eyJ/.test(text))).toEqual([]);
    expect(opened).not.toContain(code);
  });
});

describe('signed-in person', () => {
  test('sees their sessions, and can end those of all other browsers', async () => {
    const [mine, other] = [await api.signIn('novo@exemplo.com'), await api.signIn('novo@exemplo.com')];
    const stranger = await api.signIn('admin@exemplo.com');
    const { json } = await mine.call('GET', '/api/account/sessions');
    const open = json as readonly Record<string, unknown>[];
    expect(open.map(({ is_this: isThis }) => isThis)).toEqual([true, false]);
    expect(Object.keys(open[0] ?? {}).toSorted()).toEqual(['created_at', 'is_this', 'last_seen_at']);
    expect((await mine.call('DELETE', '/api/account/sessions')).status).toBe(204);
    expect([await isIn(mine), await isIn(other), await isIn(stranger)]).toEqual([true, false, true]);
    expect((await mine.call('GET', '/api/account/sessions')).json).toHaveLength(1);
  });

  test('must have signed in recently to end the others', async () => {
    const [mine, other] = [await api.signIn('novo@exemplo.com'), await api.signIn('novo@exemplo.com')];
    ahead = 11 * MINUTE_MS;
    const refused = await mine.call('DELETE', '/api/account/sessions');
    expect([refused.status, (refused.json as { code: string }).code]).toEqual([403, 'sign_in_again']);
    expect(await isIn(other)).toBe(true);
    await signIn(mine, api.origin, 'novo@exemplo.com');
    expect((await mine.call('DELETE', '/api/account/sessions')).status).toBe(204);
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false]);
  });

  test('is the only one who sees their sessions', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await api.visitor().call(method, '/api/account/sessions')).status).toBe(401);
  });
});

test('only the sign-in and payment calls create a session', async () => {
  const { contract } = await import('#contract/index.ts');
  const began: string[] = [];
  const given = new Set(['openSession', 'paymentStatus', 'verifyAdminPassword', 'joinGuest']);
  for (const [name, { method, path }] of Object.entries(contract)) {
    if (path.includes('live') || given.has(name)) continue;
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const { headers } = await api.visitor().call(method, path.replaceAll(/:\w+/g, 'x'), body);
    if (headers.getSetCookie().some((cookie) => /^session=\w/.test(cookie))) began.push(name);
  }
  expect(began).toEqual([]);
});
