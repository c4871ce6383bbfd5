import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import { SignJWT } from 'jose';
import type { Context } from 'koa';
import { createOpenIdProvider } from '#identity/openid.ts';
import { createTokenTamper } from './tamper.ts';
import {
  type IssuerUnderTest,
  paramsOf,
  ANSWER_TIMEOUT_MS,
  startLoopbackServer,
  type TestPerson,
} from './issuer-under-test.ts';

const client = { id: '1234.apps.googleusercontent.com', secret: 'GOCSPX-teste' };

export interface GoogleShapedIssuer extends IssuerUnderTest {
  /** Registers a product whose address was not known at the start. */
  register(redirectUri: string): void;
}

/**
 * An issuer with Google's habits: RS256, issuer at the root of its host, endpoints elsewhere, client id as `azp`,
 * `at_hash`, a numeric subject, errors with "Bad Request", `iss` in the answer.
 */
export async function startGoogleShapedIssuer(): Promise<GoogleShapedIssuer> {
  const server = await startLoopbackServer();
  const issuer = server.origin;
  const redirectUri = `${server.origin}/auth/callback`;
  const redirectUris = new Set([redirectUri]);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { readonly query: URLSearchParams; readonly person: TestPerson }>();

  function authorize(url: string): URLSearchParams {
    const { pathname, searchParams } = new URL(url);
    const known =
      searchParams.get('client_id') === client.id && redirectUris.has(searchParams.get('redirect_uri') ?? '');
    if (pathname !== '/o/oauth2/v2/auth' || !known) throw new Error('the issuer answered 400');
    return searchParams;
  }

  function wayBack(query: URLSearchParams, fields: Record<string, string>) {
    const state = query.get('state') ?? '';
    return paramsOf(`${redirectUri}?${new URLSearchParams({ ...fields, state, iss: issuer }).toString()}`);
  }

  async function exchange(ctx: Context): Promise<void> {
    const form = (ctx.request.body ?? {}) as Record<string, string>;
    const refuse = (status: number, error: string): void => {
      ctx.status = status;
      ctx.body = { error, error_description: 'Bad Request' };
    };
    if (form['client_id'] !== client.id || form['client_secret'] !== client.secret)
      return refuse(401, 'invalid_client');
    const grant = codes.get(form['code'] ?? '');
    codes.delete(form['code'] ?? '');
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url');
    if (!grant || grant.query.get('code_challenge') !== challenge) return refuse(400, 'invalid_grant');
    if (form['redirect_uri'] !== grant.query.get('redirect_uri')) return refuse(400, 'redirect_uri_mismatch');
    const accessToken = `ya29.${randomBytes(16).toString('base64url')}`;
    const atHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
    const idToken = await new SignJWT({
      azp: client.id,
      email: grant.person.email,
      email_verified: grant.person.verified,
      at_hash: atHash,
      nonce: grant.query.get('nonce'),
      name: grant.person.name,
      picture: 'https://lh3.googleusercontent.com/a/teste=s96-c',
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'google-1', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(client.id)
      .setSubject(String(createHash('sha256').update(grant.person.email).digest().readUIntBE(0, 6)))
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    ctx.body = {
      access_token: accessToken,
      expires_in: 3599,
      scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      token_type: 'Bearer',
      id_token: idToken,
    };
  }

  const tamper = createTokenTamper({ algorithm: 'RS256', tokenPath: '/token', keysPath: '/oauth2/v3/certs' });
  server.serve(tamper.middleware, bodyParser({ enableTypes: ['form'] }), async (ctx) => {
    if (ctx.path === '/.well-known/openid-configuration')
      ctx.body = {
        issuer,
        authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/oauth2/v3/certs`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['plain', 'S256'],
        authorization_response_iss_parameter_supported: true,
      };
    if (ctx.path === '/oauth2/v3/certs')
      ctx.body = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'google-1', alg: 'RS256', use: 'sig' }] };
    if (ctx.path === '/token') await exchange(ctx);
  });

  return {
    issuer,
    redirectUri,
    tokenEndpoint: `${issuer}/token`,
    client,
    tamper,
    register: (uri) => void redirectUris.add(uri),
    newProvider: ({ secret = client.secret, timeoutMs = ANSWER_TIMEOUT_MS } = {}) =>
      createOpenIdProvider({
        issuer,
        clientId: client.id,
        clientSecret: secret,
        name: 'Google',
        prompt: 'select_account',
        timeout: timeoutMs / 1000,
      }),
    async approve(url, person) {
      const query = authorize(url);
      const code = `4/0A${randomBytes(24).toString('base64url')}`;
      codes.set(code, { query, person });
      return wayBack(query, { code });
    },
    deny: async (url) => wayBack(authorize(url), { error: 'access_denied' }),
    stop: () => server.stop(),
  };
}
