import { expect, test } from 'vitest';
import { createOpenIdProvider } from '#identity/openid.ts';
import { IdentityUnavailable } from '#identity/port.ts';
import { startLoopbackServer } from '#tests/support/issuer-under-test.ts';

const redirectUri = 'http://localhost:3000/auth/callback';
const providerAt = (issuer: string, prompt?: string) =>
  createOpenIdProvider({ issuer, clientId: 'prumo', clientSecret: 's', name: 'Google', timeout: 1, prompt });

const metadataOf = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize?tenant=1`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
});

test('asks nothing before the first sign-in, once for many at a time, and not again', async () => {
  const server = await startLoopbackServer();
  let asked = 0;
  server.serve((ctx) => {
    asked += 1;
    ctx.body = metadataOf(server.origin);
  });
  const provider = providerAt(server.origin);
  expect(asked).toBe(0);
  await Promise.all([provider.begin({ redirectUri }), provider.begin({ redirectUri })]);
  await provider.begin({ redirectUri });
  expect(asked).toBe(1);
  await server.stop();
});

test('a failed discovery is forgotten: the next sign-in finds the issuer back', async () => {
  const server = await startLoopbackServer();
  const provider = providerAt(server.origin);
  await expect(provider.begin({ redirectUri })).rejects.toBeInstanceOf(IdentityUnavailable);
  server.serve((ctx) => {
    ctx.body = metadataOf(server.origin);
  });
  expect((await provider.begin({ redirectUri })).url).toContain(`${server.origin}/authorize?tenant=1&`);
  await server.stop();
});

test('nobody there, nonsense, another issuer’s papers: unavailable, not an accident', async () => {
  const server = await startLoopbackServer();
  server.serve((ctx) => {
    if (ctx.path.startsWith('/html')) ctx.body = '<h1>oi</h1>';
    if (ctx.path.startsWith('/other')) ctx.body = metadataOf('http://127.0.0.1:1/other');
  });
  const gone = await startLoopbackServer();
  await gone.stop();
  for (const issuer of [`${server.origin}/html`, `${server.origin}/other`, `${server.origin}/404`, gone.origin])
    await expect(providerAt(issuer).begin({ redirectUri })).rejects.toBeInstanceOf(IdentityUnavailable);
  await server.stop();
});

test('plain http only to this machine', async () => {
  for (const issuer of [
    'http://192.0.2.1/idp',
    'http://localhost.192.0.2.1.invalid/idp',
    'http://127.0.0.1.invalid/idp',
  ])
    await expect(providerAt(issuer).begin({ redirectUri })).rejects.toMatchObject({
      name: 'IdentityUnavailable',
      detail: 'discovery: OAUTH_HTTP_REQUEST_FORBIDDEN',
    });
});

test('asks which account only where configured, and passes a hint on', async () => {
  const server = await startLoopbackServer();
  server.serve((ctx) => {
    ctx.body = metadataOf(server.origin);
  });
  const queryOf = async (prompt?: string, loginHint?: string) =>
    new URL((await providerAt(server.origin, prompt).begin({ redirectUri, loginHint })).url).searchParams;
  const google = await queryOf('select_account', 'dona@exemplo.com');
  expect(google.get('prompt')).toBe('select_account');
  expect(google.get('login_hint')).toBe('dona@exemplo.com');
  const local = await queryOf();
  expect(local.has('prompt')).toBe(false);
  expect(local.has('login_hint')).toBe(false);
  await server.stop();
});
