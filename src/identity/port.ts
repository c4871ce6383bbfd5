/** An OpenID Connect provider identifies people; everything behind this port only sees these shapes. */

/**
 * The identity that the provider vouches for. `issuer` + `subject` identify the person; the e-mail may change hands.
 */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** Nothing is ever found, opened or granted by an e-mail for which this is false. */
  readonly emailVerified: boolean;
  readonly name: string;
  /** An https address, or absent. */
  readonly picture?: string;
}

/**
 * The secrets of a sign-in, which the browser stores in an encrypted cookie until the provider redirects back.
 */
export interface SignInTransaction {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Query parameters of the provider's redirect: untrusted text. */
export interface CallbackParams {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

export interface IdentityProvider {
  /** The name shown to people, e.g. "Google". */
  readonly name: string;
  /** @throws IdentityUnavailable */
  begin(input: {
    readonly redirectUri: string;
    readonly loginHint?: string | undefined;
  }): Promise<{ readonly url: string; readonly transaction: SignInTransaction }>;
  /**
   * Verifies the redirect and returns the person. `redirectUri` is the one given to `begin`.
   * @throws SignInRefused, IdentityUnavailable
   */
  finish(input: {
    readonly redirectUri: string;
    readonly params: CallbackParams;
    readonly transaction: SignInTransaction;
  }): Promise<Identity>;
}

/**
 * - `state`: this browser did not begin this sign-in, or it was finished before
 * - `expired`: it took too long, or the ID token is past its time
 * - `issuer`: the answer does not name the requested provider
 * - `denied`: the person refused, or did not finish at the provider
 * - `code`: the provider does not (or no longer) accept the code with this verifier and redirect URI
 * - `nonce`: the ID token belongs to another sign-in
 * - `token`: signature, audience, issuer or shape of the ID token is wrong
 */
export type SignInRefusal = 'state' | 'expired' | 'issuer' | 'denied' | 'code' | 'nonce' | 'token';

/**
 * The sign-in is not accepted. `detail` is the library's message for the log, without codes, tokens or personal data.
 */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  readonly detail: string;

  constructor(reason: SignInRefusal, detail: string) {
    super(`sign-in refused (${reason}): ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The provider is unavailable, answers nonsense or does not know us: the person may try again later. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
  readonly detail: string;

  constructor(detail: string) {
    super(`identity provider unavailable: ${detail}`);
    this.detail = detail;
  }
}
