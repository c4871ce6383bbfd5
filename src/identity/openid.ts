import { isLoopback } from '#runtime/loopback.ts';
import * as openid from 'openid-client';
import { discoveryFailure, exchangeFailure, redirectFailure } from './openid-failures.ts';
import { type CallbackParams, type IdentityProvider, SignInRefused, type Identity } from './port.ts';
import { isSameSecret } from '#runtime/same-secret.ts';
import { isUsable, replaceUnusable } from '#domain/text.ts';

const MAX_EMAIL = 254;
const MAX_SUBJECT = 255;
const MAX_PICTURE = 1000;
/** The maximum length in code points, as for every name in the product. */
const MAX_NAME = 80;

const EMAIL = /^[^\s@]+@[^\s@]+$/u;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

function nameFrom(claim: unknown, email: string): string {
  const name = typeof claim === 'string' ? replaceUnusable(claim).trim() : '';
  const displayName = name === '' ? email.slice(0, email.indexOf('@')) : name;
  return Array.from(displayName).slice(0, MAX_NAME).join('').trim();
}

function pictureFrom(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || claim.length > MAX_PICTURE || !URL.canParse(claim)) return undefined;
  const url = new URL(claim);
  return url.protocol === 'https:' ? url.href : undefined;
}

/**
 * The person in the claims of an ID token whose signature, issuer, audience, time and nonce have been checked.
 * @throws SignInRefused when the token does not say who it is about
 */
export function identityFrom(claims: { readonly [name: string]: unknown } | undefined): Identity {
  const { iss, sub, email, email_verified: verified, name, picture } = claims ?? {};
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub.length > MAX_SUBJECT || !PRINTABLE_ASCII.test(sub))
    throw new SignInRefused('token', 'no usable subject in the ID token');
  if (typeof email !== 'string' || email.length > MAX_EMAIL || !EMAIL.test(email) || !isUsable(email))
    throw new SignInRefused('token', 'no usable e-mail in the ID token');
  const address = pictureFrom(picture);
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: verified === true, // The text "true" does not count.
    name: nameFrom(name, email),
    ...(address === undefined ? {} : { picture: address }),
  };
}

export interface OpenIdOptions {
  /** An address such as `https://accounts.google.com` or `http://localhost:3000/dev-idp`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** The OpenID `prompt`: `select_account` for Google, so that a person with two accounts is asked which one. */
  readonly prompt?: string | undefined;
  /** Timeout of each request to the provider, in seconds. */
  readonly timeout?: number;
}

const MAX_CODE = 2048;

/**
 * The address to which the provider sent the browser, rebuilt from our own redirect URI: its host is never taken from a
 * request.
 */
function callbackUrl(redirectUri: string, params: CallbackParams): URL {
  const url = new URL(redirectUri);
  for (const name of ['code', 'state', 'iss'] as const) {
    const value = params[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Sends the secret in the form where the provider accepts that, as Google does; otherwise in the header. */
function authenticateAsSupported(secret: string): openid.ClientAuth {
  const [inForm, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const supportedMethods = server.token_endpoint_auth_methods_supported;
    const authenticate =
      supportedMethods === undefined || supportedMethods.includes('client_secret_post') ? inForm : inHeader;
    authenticate(server, client, body, headers);
  };
}

/**
 * Without the first check the ID token's signature is not checked in the code flow. Plain http is for an issuer on this
 * machine only: elsewhere the library requires https.
 */
const discover = (issuer: URL, { clientId, clientSecret, timeout = 5 }: OpenIdOptions): Promise<openid.Configuration> =>
  openid.discovery(issuer, clientId, { client_secret: clientSecret }, authenticateAsSupported(clientSecret), {
    timeout,
    execute: [
      openid.enableNonRepudiationChecks,
      ...(isLoopback(issuer.hostname) ? [openid.allowInsecureRequests] : []),
    ],
  });

/** Sign-in by the authorization code flow with PKCE, state, nonce and the issuer's name in the answer (RFC 9207). */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const issuer = new URL(options.issuer);
  let discovery: Promise<openid.Configuration> | undefined;

  // Discovery happens at the first sign-in, not at the start, because an unreachable provider must not stop the
  // product.
  const configuration = (): Promise<openid.Configuration> =>
    (discovery ??= discover(issuer, options).catch((error: unknown) => {
      discovery = undefined; // The next sign-in tries again.
      throw discoveryFailure(error);
    }));

  return {
    name: options.name,

    async begin({ redirectUri, loginHint }) {
      const config = await configuration();
      const transaction = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await openid.calculatePKCECodeChallenge(transaction.codeVerifier),
        code_challenge_method: 'S256',
        state: transaction.state,
        nonce: transaction.nonce,
        ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      });
      return { url: url.href, transaction };
    },

    async finish({ redirectUri, params, transaction }) {
      if (!isSameSecret(params.state, transaction.state))
        throw new SignInRefused('state', 'the state is not the one of this browser');
      const config = await configuration();
      const metadata = config.serverMetadata();
      if (params.iss === undefined && metadata.authorization_response_iss_parameter_supported === true)
        throw new SignInRefused('issuer', 'the answer does not name its issuer');
      if (params.iss !== undefined && params.iss !== metadata.issuer)
        throw new SignInRefused('issuer', 'the answer names another issuer');
      if (params.error !== undefined) throw redirectFailure(params.error);
      if (!params.code || params.code.length > MAX_CODE) throw new SignInRefused('code', 'no code in the answer');
      try {
        const tokens = await openid.authorizationCodeGrant(config, callbackUrl(redirectUri, params), {
          pkceCodeVerifier: transaction.codeVerifier,
          expectedState: transaction.state,
          expectedNonce: transaction.nonce,
          idTokenExpected: true,
        });
        return identityFrom(tokens.claims());
      } catch (error) {
        throw exchangeFailure(error);
      }
    },
  };
}
