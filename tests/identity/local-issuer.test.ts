import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import type { IssuerUnderTest } from '#tests/support/issuer-under-test.ts';
import { startLocalIssuer } from '#tests/support/local-issuer-under-test.ts';
import { MINUTE, SECOND } from './test-clock.ts';

let issuer: IssuerUnderTest;
let verifier: string;
let honest: Record<string, string>;

beforeEach(async () => {
  issuer = await startLocalIssuer();
  verifier = randomPKCECodeVerifier();
  honest = {
    client_id: issuer.client.id,
    redirect_uri: issuer.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'estado',
    nonce: 'nonce',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
});
afterEach(() => issuer.stop());

const urlOf = (query: Record<string, string>): string =>
  `${issuer.issuer}/authorize?${new URLSearchParams(query).toString()}`;

function changed(change: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...honest, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const get = (query: Record<string, string>) => fetch(urlOf(query), { redirect: 'manual' });
const post = (query: Record<string, string>, form: Record<string, string>) =>
  fetch(urlOf(query), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
/** The answer follows the `#` where a token was requested. */
function backTo(response: Response): URLSearchParams {
  const { searchParams, hash } = new URL(response.headers.get('location') ?? '');
  return hash === '' ? searchParams : new URLSearchParams(hash.slice(1));
}

const exchange = (form: Record<string, string>) =>
  fetch(issuer.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: issuer.client.id,
      client_secret: issuer.client.secret,
      redirect_uri: issuer.redirectUri,
      code_verifier: verifier,
      ...form,
    }),
  });

const codeFor = async (email: string): Promise<string> => backTo(await post(honest, { email })).get('code') ?? '';

async function claimsOf(answer: Response): Promise<Record<string, unknown>> {
  const code = backTo(answer).get('code') ?? '';
  const { id_token: token } = (await (await exchange({ code })).json()) as { id_token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
const claimsFor = async (form: Record<string, string>) => claimsOf(await post(honest, form));

describe('chooser of the local issuer', () => {
  test('offers the sample people and says what it is', async () => {
    const response = await get(honest);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('Entrada de demonstração desta máquina, não é o Google.');
    for (const shown of ['Dona Marta', 'dona@exemplo.com', 'novo@exemplo.com', 'admin@exemplo.com', 'Cancelar'])
      expect(page).toContain(shown);
  });

  test('has no script and no inline style, loads only its own stylesheet and cannot be framed', async () => {
    const response = await get(honest);
    expect(await response.text()).not.toMatch(/<script|<style|style=|\son\w+=/i);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    const style = await fetch(`${issuer.issuer}/chooser.css`);
    expect(style.headers.get('content-type')).toContain('text/css');
    expect(await style.text()).toContain('prefers-color-scheme: dark');
  });

  test('escapes every sent value, so that none becomes markup', async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
    const query = changed({ login_hint: attack, state: attack });
    const typedAgain = await post(query, { email: attack, name: attack });
    expect(typedAgain.status).toBe(422);
    for (const page of [await (await get(query)).text(), await typedAgain.text()]) {
      expect(page).not.toContain('<script');
      expect(page).not.toContain('<img');
      expect(page).toContain('&quot;&gt;&lt;script&gt;');
    }
  });

  test('keeps the typed values when the e-mail is incomplete', async () => {
    const response = await post(honest, { email: 'maria@', name: 'Maria' });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('value="maria@"');
    expect(page).toContain('value="Maria"');
    expect(page).toContain('Escreva um e-mail completo');
  });

  test('prefills the e-mail from login_hint', async () => {
    expect(await (await get(changed({ login_hint: 'maria@exemplo.com' }))).text()).toContain(
      'value="maria@exemplo.com"',
    );
  });
});

describe('person of the local issuer', () => {
  test('has name and verified e-mail when chosen from the list', async () => {
    expect(await claimsFor({ email: 'dona@exemplo.com' })).toMatchObject({
      iss: issuer.issuer,
      aud: 'prumo',
      nonce: 'nonce',
      email: 'dona@exemplo.com',
      email_verified: true,
      name: 'Dona Marta',
    });
  });

  test('has the typed name and e-mail otherwise', async () => {
    expect(await claimsFor({ email: ' zoe@exemplo.com ', name: ' Zoé ', unverified: '1' })).toMatchObject({
      email: 'zoe@exemplo.com',
      email_verified: false,
      name: 'Zoé',
    });
  });

  test('has the same subject for any letter case, name and restart', async () => {
    const first = await claimsFor({ email: 'zoe@exemplo.com', name: 'Zoé' });
    const second = await claimsFor({ email: 'ZOE@Exemplo.com', name: 'Outra' });
    const other = await claimsFor({ email: 'zoe2@exemplo.com' });
    expect(second['sub']).toBe(first['sub']);
    expect(other['sub']).not.toBe(first['sub']);
    expect(first['sub']).toBe('11b475083a0ed3e7fbfb0e6abd0f3f88');
  });
});

describe('sign-in at the local issuer with prompt=none', () => {
  test.each(['dona@exemplo.com', 'qualquer+pessoa@outro.exemplo.org'])(
    'answers without the chooser when the hint is %s',
    async (hint) => {
      const headers = { 'sec-fetch-mode': 'cors' };
      const url = urlOf(changed({ prompt: 'none', login_hint: hint }));
      const response = await fetch(url, { redirect: 'manual', headers });
      expect(response.status).toBe(303);
      const back = backTo(response);
      expect(back.get('state')).toBe('estado');
      expect(back.get('iss')).toBe(issuer.issuer);
      expect((await exchange({ code: back.get('code') ?? '' })).status).toBe(200);
    },
  );

  test('answers that a person must choose without a usable hint', async () => {
    for (const hint of [undefined, '', 'nobody']) {
      const back = backTo(await get(changed({ prompt: 'none', login_hint: hint })));
      expect(back.get('error')).toBe('login_required');
      expect(back.has('code')).toBe(false);
    }
  });
});

describe('authorization request that the local issuer refuses', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['no client', { client_id: undefined }],
    ['another client', { client_id: 'other' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another redirect URI', { redirect_uri: 'http://evil.example/auth/callback' }],
  ])('is answered by the local issuer itself, without a redirect, for %s', async (_what, change) => {
    for (const response of [await get(changed(change)), await post(changed(change), { email: 'dona@exemplo.com' })]) {
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).toContain('Este pedido de entrada foi recusado');
    }
  });

  test('is answered by the local issuer itself when the redirect URI only resembles the registered one', async () => {
    const { redirectUri } = issuer;
    for (const like of [
      `${redirectUri}/`,
      `${redirectUri}?x=1`,
      `${redirectUri}#x`,
      redirectUri.toUpperCase(),
      `${redirectUri}/../x`,
    ])
      expect((await get(changed({ redirect_uri: like }))).status).toBe(400);
    expect((await fetch(`${urlOf(honest)}&redirect_uri=http%3A%2F%2Fevil.example`)).status).toBe(400);
  });

  test.each<[string, string, Record<string, string | undefined>]>([
    ['no PKCE', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', 'invalid_request', { code_challenge_method: 'plain' }],
    ['PKCE without its method', 'invalid_request', { code_challenge_method: undefined }],
    ['a malformed challenge', 'invalid_request', { code_challenge: 'x' }],
    ['another response type', 'unsupported_response_type', { response_type: 'token' }],
    ['no openid', 'invalid_scope', { scope: 'email', nonce: undefined }],
    ['a nonce without openid', 'invalid_request', { scope: 'email' }],
  ])('is returned to the client for %s', async (_what, error, change) => {
    for (const response of [await get(changed(change)), await post(changed(change), { email: 'dona@exemplo.com' })]) {
      expect(response.status).toBe(303);
      expect(backTo(response).get('error')).toBe(error);
      expect(backTo(response).get('state')).toBe('estado');
      expect(backTo(response).get('iss')).toBe(issuer.issuer);
      expect(backTo(response).has('code')).toBe(false);
    }
  });

  test('is returned to the client when the person cancels', async () => {
    const back = backTo(await post(honest, { cancel: '1' }));
    expect(back.get('error')).toBe('access_denied');
    expect(back.get('state')).toBe('estado');
  });
});

describe('authorization code of the local issuer', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('is valid for 60 seconds', async () => {
    const inTime = await codeFor('dona@exemplo.com');
    vi.setSystemTime(Date.now() + MINUTE - 2 * SECOND);
    expect((await exchange({ code: inTime })).status).toBe(200);
    const late = await codeFor('dona@exemplo.com');
    vi.setSystemTime(Date.now() + MINUTE);
    expect(await (await exchange({ code: late })).json()).toMatchObject({ error: 'invalid_grant' });
  });

  test('becomes invalid after a wrong attempt', async () => {
    const code = await codeFor('dona@exemplo.com');
    expect((await exchange({ code, code_verifier: 'x'.repeat(43) })).status).toBe(400);
    expect((await exchange({ code })).status).toBe(400);
  });

  test.each<[string, number, string, Record<string, string>]>([
    ['another redirect URI', 400, 'invalid_grant', { redirect_uri: 'http://evil.example/' }],
    ['another verifier', 400, 'invalid_grant', { code_verifier: 'y'.repeat(43) }],
    ['no verifier', 400, 'invalid_grant', { code_verifier: '' }],
    ['another secret', 401, 'invalid_client', { client_secret: 'wrong' }],
    ['no secret', 401, 'invalid_client', { client_secret: '' }],
    ['another client', 401, 'invalid_client', { client_id: 'other' }],
    ['another grant', 400, 'unsupported_grant_type', { grant_type: 'password' }],
  ])('with %s gives no token', async (_what, status, error, form) => {
    const response = await exchange({ code: await codeFor('dona@exemplo.com'), ...form });
    expect(response.status).toBe(status);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer['error']).toBe(error);
    expect(Object.keys(answer).toSorted()).toEqual(['error', 'error_description']);
  });
});

test('a request to the issuer with a malformed body is refused without a failure', async () => {
  const bodies: [string, string][] = [
    ['application/json', '{"code":1}'],
    ['application/x-www-form-urlencoded', 'client_id[]=prumo&client_secret[x]=1&code[]=1'],
    ['application/x-www-form-urlencoded', '__proto__[email]=a@b.co&constructor=1'],
    ['application/x-www-form-urlencoded', 'email[markup]=<script>&name[text]=<script>'],
    ['text/plain', 'x'],
  ];
  for (const [type, body] of bodies)
    for (const url of [issuer.tokenEndpoint, urlOf(honest)]) {
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
        redirect: 'manual',
      });
      expect([400, 401, 413, 422]).toContain(status);
    }
  const huge = await fetch(issuer.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ code: 'x'.repeat(60_000) }),
  });
  expect(await huge.json()).toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringMatching(/body/),
  });
  const hugeForm = await post(honest, { email: 'x'.repeat(20_000) });
  expect(hugeForm.status).toBe(413);
});

test('the local issuer signs in the chosen person in each of two open pages, and sets no cookie', async () => {
  const [one, other] = await Promise.all([get(honest), get(honest)]);
  const answers = await Promise.all(['dona@exemplo.com', 'novo@exemplo.com'].map((email) => post(honest, { email })));
  const claims = await Promise.all(answers.map(claimsOf));
  expect(claims.map(({ email }) => email)).toEqual(['dona@exemplo.com', 'novo@exemplo.com']);
  for (const { headers } of [one, other, ...answers]) expect(headers.getSetCookie()).toEqual([]);
});

test('the local issuer gives its addresses under its own name, whatever host the caller uses', async () => {
  const { hostname, port } = new URL(issuer.issuer);
  const path = '/dev-idp/.well-known/openid-configuration';
  const asked = request({ hostname, port, path, headers: { Host: 'evil.example' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const told = (await json(answer)) as Record<string, unknown>;
  expect([told['authorization_endpoint'], told['token_endpoint'], told['jwks_uri']]).toEqual(
    ['authorize', 'token', 'jwks'].map((name) => `${issuer.issuer}/${name}`),
  );
});

test('unknown pages of the local issuer answer 404', async () => {
  expect((await fetch(`${issuer.issuer}/nothing/here`)).status).toBe(404);
});
