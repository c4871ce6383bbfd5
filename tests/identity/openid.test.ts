import { text } from 'node:stream/consumers';
import type { Context } from 'koa';
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

test('the issuer is discovered at the first sign-in, once for several at a time, and not again', async () => {
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

test('a failed discovery of the issuer is not cached, and the next sign-in tries again', async () => {
  const server = await startLoopbackServer();
  const provider = providerAt(server.origin);
  await expect(provider.begin({ redirectUri })).rejects.toBeInstanceOf(IdentityUnavailable);
  server.serve((ctx) => {
    ctx.body = metadataOf(server.origin);
  });
  expect((await provider.begin({ redirectUri })).url).toContain(`${server.origin}/authorize?tenant=1&`);
  await server.stop();
});

test('an unreachable issuer, an invalid answer and the metadata of another issuer are reported as unavailable', async () => {
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

test('plain http is allowed only for an issuer on this machine', async () => {
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

test('the account chooser is requested only where configured, and a hint is passed on', async () => {
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

test.each([
  ['no method', 'form', undefined, false],
  ['a choice of methods', 'form', ['client_secret_basic', 'client_secret_post'], false],
  ['client_secret_basic alone', 'header', ['client_secret_basic'], true],
])('an issuer that states %s gets the client’s secret in the %s', async (_stated, _place, methods, inHeader) => {
  const server = await startLoopbackServer();
  const asked: { readonly authorization: string; readonly form: string }[] = [];
  server.serve(async (ctx) => {
    if (ctx.path !== '/token') {
      ctx.body = { ...metadataOf(server.origin), token_endpoint_auth_methods_supported: methods };
      return;
    }
    asked.push({ authorization: ctx.get('Authorization'), form: await text(ctx.req) });
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant' };
  });
  const provider = providerAt(server.origin);
  const { transaction } = await provider.begin({ redirectUri });
  const params = { code: 'c', state: transaction.state };
  await expect(provider.finish({ redirectUri, params, transaction })).rejects.toMatchObject({ reason: 'code' });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.authorization).toBe(inHeader ? `Basic ${btoa('prumo:s')}` : '');
  expect(asked[0]?.form.includes('client_secret=s')).toBe(!inHeader);
  await server.stop();
});

test('a failed sign-in is reported with the reason of the library', async () => {
  const server = await startLoopbackServer();
  let atToken: (ctx: Context) => void = () => undefined;
  server.serve((ctx) => {
    if (ctx.path === '/token') atToken(ctx);
    else ctx.body = metadataOf(server.origin);
  });
  const provider = providerAt(server.origin);
  const failing = async (answer: (ctx: Context) => void): Promise<unknown> => {
    atToken = answer;
    const { transaction } = await provider.begin({ redirectUri });
    const params = { code: 'c', state: transaction.state };
    return provider.finish({ redirectUri, params, transaction }).catch((error: { detail: unknown }) => error.detail);
  };
  const refusing = (status: number, error: string) => (ctx: Context) => {
    ctx.status = status;
    ctx.body = { error, error_description: 'hush' };
  };
  expect(await failing(refusing(401, 'invalid_client'))).toBe('token endpoint: 401 invalid_client');
  expect(await failing(refusing(400, 'eyJ.hush'))).toBe('token endpoint: 400 an error without a name');
  const challenged = (ctx: Context): void => {
    ctx.set('WWW-Authenticate', 'Basic realm="hush"');
    refusing(401, 'invalid_client')(ctx);
  };
  expect(await failing(challenged)).toBe('token endpoint: 401');
  expect(await failing((ctx) => void (ctx.status = 503))).toBe('exchange: OAUTH_RESPONSE_IS_NOT_CONFORM 503');
  await server.stop();
  expect(await failing(() => undefined)).toBe('exchange: ECONNREFUSED');
  await expect(providerAt(server.origin).begin({ redirectUri })).rejects.toMatchObject({
    detail: 'discovery: ECONNREFUSED',
  });
});

test('a redirect by the issuer’s server is not followed', async () => {
  const [server, other] = [await startLoopbackServer(), await startLoopbackServer()];
  let asked = 0;
  other.serve((ctx) => {
    asked += 1;
    ctx.body = metadataOf(server.origin);
  });
  server.serve((ctx) => ctx.redirect(`${other.origin}${ctx.path}`));
  await expect(providerAt(server.origin).begin({ redirectUri })).rejects.toBeInstanceOf(IdentityUnavailable);
  expect(asked).toBe(0);
  await Promise.all([server.stop(), other.stop()]);
});
