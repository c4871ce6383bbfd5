import { randomBytes } from 'node:crypto';
import type { SamplePerson } from '#app/samples/people.ts';
import { createLocalIssuer } from '#identity/local-issuer.ts';
import { subjectOf } from '#identity/local-issuer/people.ts';
import { createOpenIdProvider } from '#identity/openid.ts';
import type { Identity, IdentityProvider } from '#identity/port.ts';
import { loadSecret } from '#identity/secret.ts';
import { createSignIn, type SignIn } from '#identity/sign-in.ts';
import { createSignInCookies } from '#identity/transaction-cookie.ts';
import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import type { Config } from '#config/config.ts';
import { GOOGLE, type OpenIdConfig } from '#config/openid-config.ts';

interface Options {
  readonly config: Config;
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly people: readonly SamplePerson[];
}

export interface ChosenSignIn {
  readonly signIn: SignIn;
  /** Serves the local issuer's pages below /dev-idp; undefined with a real provider. */
  readonly middleware: Middleware | undefined;
}

/** The issuer of local people: one name for every port, so that the same e-mail stays the same person. */
export const LOCAL_ISSUER = 'urn:prumo:local';

/** The identity of a sample person at the local issuer. */
export const localIdentityOf = ({ email, name }: SamplePerson): Identity => ({
  issuer: LOCAL_ISSUER,
  subject: subjectOf(email),
  email,
  emailVerified: true,
  name,
});

/** Google, or another configured provider; without keys our own issuer over the same protocol. */
export async function chooseSignIn(options: Options): Promise<ChosenSignIn> {
  const { config, pool, clock } = options;
  const redirectUri = `${config.publicOrigin}/auth/callback`;
  const { provider, middleware } = config.openId
    ? createRealProvider(config.openId)
    : createLocalProvider(redirectUri, options);
  const cookies = createSignInCookies({ pool, secret: await loadSecret(pool, 'sign-in'), clock });
  return { signIn: createSignIn({ provider, cookies, redirectUri }), middleware };
}

interface SignInChoice {
  readonly provider: IdentityProvider;
  readonly middleware: Middleware | undefined;
}

/** Google asks a person with two accounts which one; other providers keep their default. */
const createRealProvider = (openId: OpenIdConfig): SignInChoice => {
  const isGoogle = openId.issuer === GOOGLE;
  const provider = createOpenIdProvider({
    ...openId,
    name: isGoogle ? 'Google' : new URL(openId.issuer).hostname,
    prompt: isGoogle ? 'select_account' : undefined,
  });
  return { provider, middleware: undefined };
};

function createLocalProvider(redirectUri: string, { config, people }: Options): SignInChoice {
  const client = { id: 'prumo', secret: randomBytes(32).toString('base64url'), redirectUris: [redirectUri] };
  const { issuer, middleware } = createLocalIssuer({ origin: config.publicOrigin, people, client });
  const openId = createOpenIdProvider({ issuer, clientId: client.id, clientSecret: client.secret, name: 'Google' });
  return {
    provider: { ...openId, finish: async (input) => ({ ...(await openId.finish(input)), issuer: LOCAL_ISSUER }) },
    middleware,
  };
}
