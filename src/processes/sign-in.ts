import { randomBytes } from 'node:crypto';
import type { SamplePerson } from '#app/samples/people.ts';
import { createLocalIssuer } from '#identity/local-issuer.ts';
import { subjectOf } from '#identity/local-issuer/signing-key.ts';
import { createOpenIdProvider } from '#identity/openid.ts';
import type { Identity, IdentityProvider } from '#identity/port.ts';
import { loadSecret } from '#identity/secret.ts';
import { createSignIn, type SignIn } from '#identity/sign-in.ts';
import { createSignInCookies } from '#identity/transaction-cookie.ts';
import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import type { Config } from '#config/config.ts';

interface Options {
  readonly config: Config;
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly people: readonly SamplePerson[];
}

export interface ChosenSignIn {
  readonly signIn: SignIn;
  /** Serves the local issuer's pages below /dev-idp; undefined with Google. */
  readonly middleware: Middleware | undefined;
}

/** Issuer of the local people: one name whatever the port is today, so that the same e-mail stays the same person. */
export const LOCAL_ISSUER = 'urn:prumo:local';

/** A sample person as the local issuer vouches for them. */
export const localIdentityOf = ({ email, name }: SamplePerson): Identity => ({
  issuer: LOCAL_ISSUER,
  subject: subjectOf(email),
  email,
  emailVerified: true,
  name,
});

/** Google where its keys are given, else our own issuer over the same protocol. */
export async function chooseSignIn(options: Options): Promise<ChosenSignIn> {
  const { config, pool, clock } = options;
  const redirectUri = `${config.publicOrigin}/auth/callback`;
  const { provider, middleware } = config.google ? googleProvider(config.google) : localProvider(redirectUri, options);
  const cookies = createSignInCookies({ pool, secret: await loadSecret(pool, 'sign-in'), clock });
  return { signIn: createSignIn({ provider, cookies, redirectUri }), middleware };
}

interface Chosen {
  readonly provider: IdentityProvider;
  readonly middleware: Middleware | undefined;
}

const googleProvider = (google: NonNullable<Config['google']>): Chosen => ({
  provider: createOpenIdProvider({
    issuer: 'https://accounts.google.com',
    name: 'Google',
    prompt: 'select_account',
    ...google,
  }),
  middleware: undefined,
});

function localProvider(redirectUri: string, { config, clock, people }: Options): Chosen {
  const client = { id: 'prumo', secret: randomBytes(32).toString('base64url'), redirectUris: [redirectUri] };
  const { issuer, middleware } = createLocalIssuer({ origin: config.publicOrigin, people, client, clock });
  const openId = createOpenIdProvider({ issuer, clientId: client.id, clientSecret: client.secret, name: 'Google' });
  return {
    provider: { ...openId, finish: async (input) => ({ ...(await openId.finish(input)), issuer: LOCAL_ISSUER }) },
    middleware,
  };
}
