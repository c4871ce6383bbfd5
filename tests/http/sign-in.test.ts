import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { type GoogleShapedIssuer, startGoogleShapedIssuer } from '#tests/support/google-shaped-issuer.ts';
import type { CallbackParams } from '#identity/port.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

const marta = { email: 'dona.marta@exemplo.com', name: 'Dona Marta', verified: true };

let issuer: GoogleShapedIssuer;
/** Two clients of the issuer: a registered one, and one with a wrong secret. */
let right: RunningApi;
let wrong: RunningApi;
const lines: string[] = [];

/** Starts a product that uses this issuer. */
async function startWith(clientSecret: string): Promise<RunningApi> {
  const openId = { issuer: issuer.issuer, clientId: issuer.client.id, clientSecret };
  const api = await startApi({ config: { openId, samples: false }, onLog: (line) => lines.push(line) });
  issuer.register(`${api.origin}/auth/callback`);
  return api;
}

beforeAll(async () => {
  issuer = await startGoogleShapedIssuer();
  right = await startWith(issuer.client.secret);
  wrong = await startWith('hush');
});
afterAll(async () => {
  await Promise.all([right.stop(), wrong.stop()]);
  await issuer.stop();
});

async function beginSignIn(browser: ApiVisitor, returnTo = '/dashboard'): Promise<URL> {
  const path = `/api/oauth/google/redirect_url?return_to=${encodeURIComponent(returnTo)}`;
  const { redirectUrl } = (await browser.call('GET', path)).json as { redirectUrl: string };
  return new URL(redirectUrl);
}

/** Returns the log lines that one request wrote about signing in. */
const logLinesOf = (requestId: string | null): readonly Record<string, unknown>[] =>
  lines
    .filter((line) => line.includes(String(requestId)) && line.includes('sign-in'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function cameBack(browser: ApiVisitor, body: CallbackParams) {
  const answer = await browser.call('POST', '/api/sessions', { body });
  return { ...answer, told: logLinesOf(answer.headers.get('X-Request-Id')) };
}

describe('sign-in with a provider other than Google', () => {
  test('signs people in as with Google', async () => {
    const browser = right.visitor();
    const { href, searchParams } = await beginSignIn(browser, '/account');
    expect(searchParams.has('prompt')).toBe(false);
    const back = await cameBack(browser, await issuer.approve(href, marta));
    expect([back.status, back.json]).toEqual([200, { return_to: '/account' }]);
    expect((await browser.call('GET', '/api/users/me')).json).toMatchObject({ email: marta.email, guest: false });
  });

  test('is checked as strictly as with Google', async () => {
    for (const [signature, reason] of [
      ['stranger', 'sign_in_token'],
      ['none', 'sign_in_token'],
    ] as const) {
      const browser = right.visitor();
      const params = await issuer.approve((await beginSignIn(browser)).href, marta);
      issuer.tamper.tamperWithNextToken({ signature });
      expect((await cameBack(browser, params)).json).toMatchObject({ code: reason });
      expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
    }
  });
});

describe('failed sign-in', () => {
  test('shows a sentence and a way to try again, and writes a log line, when the person cancelled', async () => {
    const browser = right.visitor();
    const params = await issuer.deny((await beginSignIn(browser)).href);
    const back = await cameBack(browser, { ...params, code: '' });
    expect(back.status).toBe(400);
    expect(back.json).toMatchObject({
      code: 'sign_in_denied',
      detail: 'Você saiu antes de concluir a entrada. Quando quiser, é só tentar de novo.',
    });
    expect(back.told).toMatchObject([
      { level: 30, refused: 'denied', reason: 'authorization endpoint: access_denied', msg: 'sign-in refused' },
    ]);
    const again = await cameBack(browser, await issuer.approve((await beginSignIn(browser)).href, marta));
    expect(again.status).toBe(200);
  });

  test('tells operators about a wrong client secret, and asks people to return later', async () => {
    const browser = wrong.visitor();
    const params = await issuer.approve((await beginSignIn(browser)).href, marta);
    const back = await cameBack(browser, params);
    expect(back.status).toBe(503);
    expect(back.json).toMatchObject({ code: 'identity_away', detail: expect.stringContaining('Tente de novo') });
    expect(back.told).toMatchObject([{ level: 40, reason: 'token endpoint: 401 invalid_client' }]);
  });

  test('does not blame the person when the provider is in trouble', async () => {
    const browser = right.visitor();
    const { state, iss } = await issuer.deny((await beginSignIn(browser)).href);
    const back = await cameBack(browser, { code: '', state, iss, error: 'server_error' });
    expect([back.status, back.told[0]?.['reason']]).toEqual([503, 'authorization endpoint: server_error']);
  });

  test('has no effect when its answer is sent by another browser', async () => {
    const params = await issuer.approve((await beginSignIn(right.visitor())).href, marta);
    const back = await cameBack(right.visitor(), params);
    expect([back.status, back.told[0]?.['refused']]).toEqual([400, 'state']);
  });

  test('writes nothing secret to the log', () => {
    expect(lines.join('\n')).not.toMatch(/hush|4\/0A|dona\.marta/);
  });
});
