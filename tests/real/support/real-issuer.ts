import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Provider from 'oidc-provider';
import { ownPort } from '#tests/support/port.ts';

/** `oidc-provider`, certified by the OpenID Foundation, with its own forms for sign-in and consent. */
export interface RealIssuer {
  readonly issuer: string;
  stop(): Promise<void>;
}

export interface IssuerClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

export function issuerVersion(): string {
  const main = createRequire(import.meta.url).resolve('oidc-provider');
  const manifest = readFileSync(join(dirname(main), '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Every login is accepted, as `{login}@provedor.example`. */
export async function startRealIssuer({ id, secret, redirectUri }: IssuerClient): Promise<RealIssuer> {
  const port = await ownPort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false, // The product reads the person from the ID token, as with Google.
    cookies: { keys: ['a key of a test'] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@provedor.example`,
        email_verified: true,
        name: accountId,
      }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const MAX_STEPS = 15;

/**
 * Acts as a browser at the provider with its own cookies, through the forms and back. @returns the query of the
 * redirect
 */
export async function signInAtProvider(url: string, redirectUri: string, login: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next: { readonly url: string; readonly form?: URLSearchParams } = { url };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (next.url.startsWith(redirectUri)) return new URL(next.url).searchParams;
    const answer = await fetch(next.url, {
      method: next.form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { body: next.form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('Location');
    const page = await answer.text();
    if (location !== null) next = { url: new URL(location, next.url).href };
    else next = formIn(page, next.url, login);
  }
  throw new Error('the provider does not come to an end');
}

function formIn(page: string, at: string, login: string): { readonly url: string; readonly form: URLSearchParams } {
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="([^"]*)"/.exec(page)?.[1];
  if (action === undefined || prompt === undefined)
    throw new Error(`the provider shows no form: ${page.slice(0, 500)}`);
  const form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'qualquer' } : { prompt });
  return { url: new URL(action, at).href, form };
}
