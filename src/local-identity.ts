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
import type { Config } from './config.ts';

export interface LocalIdentity {
  readonly signIn: SignIn;
  /** Serves the sign-in page below /dev-idp. */
  readonly middleware: Middleware;
  /** Issuer under which its people are kept. */
  readonly issuer: string;
  identityOf(person: SamplePerson): Identity;
}

/** One name whatever the port is today, so that the same e-mail stays the same person. */
const ISSUER = 'urn:prumo:local';

/** Signing in on a machine without Google: our own issuer, spoken to over the same protocol. */
export async function localIdentity(options: {
  readonly config: Config;
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly people: readonly SamplePerson[];
}): Promise<LocalIdentity> {
  const { config, pool, clock, people } = options;
  const redirectUri = `${config.publicOrigin}/auth/callback`;
  const client = { id: 'prumo', secret: randomBytes(32).toString('base64url'), redirectUris: [redirectUri] };
  const { issuer, middleware } = createLocalIssuer({ origin: config.publicOrigin, people, client, clock });
  const openId = createOpenIdProvider({ issuer, clientId: client.id, clientSecret: client.secret, name: 'Google' });
  const provider: IdentityProvider = {
    ...openId,
    finish: async (input) => ({ ...(await openId.finish(input)), issuer: ISSUER }),
  };
  const cookies = createSignInCookies({ pool, secret: await loadSecret(pool, 'sign-in'), clock });
  return {
    signIn: createSignIn({ provider, cookies, redirectUri }),
    middleware,
    issuer: ISSUER,
    identityOf: ({ email, name }) => ({ issuer: ISSUER, subject: subjectOf(email), email, emailVerified: true, name }),
  };
}
