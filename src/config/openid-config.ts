import { isLoopback } from '#runtime/loopback.ts';
import { ConfigError, type Environment } from './environment.ts';

/** An OpenID Connect provider, and the product's keys there. */
export interface OpenIdConfig {
  /** The exact text that the provider uses, with or without a trailing slash, because it is compared as text. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const GOOGLE = 'https://accounts.google.com';

/** @throws ConfigError naming the variable and its allowed values */
export function readOpenIdConfig(env: Environment): OpenIdConfig | undefined {
  const [clientId, clientSecret] = [env['GOOGLE_CLIENT_ID'] ?? '', env['GOOGLE_CLIENT_SECRET'] ?? ''];
  if ((clientId === '') !== (clientSecret === ''))
    throw new ConfigError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither');
  const issuer = issuerFrom(env['OIDC_ISSUER'] || GOOGLE);
  if (clientId !== '') return { issuer, clientId, clientSecret };
  if (issuer !== GOOGLE)
    throw new ConfigError('OIDC_ISSUER needs the keys of that provider in GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  return undefined;
}

function issuerFrom(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe || /[?#@\s]|\/\.well-known\//.test(text))
    throw new ConfigError(
      `OIDC_ISSUER must be the https address that the provider calls its issuer, such as https://login.example/realms/prumo, not "${text}"`,
    );
  return text;
}
