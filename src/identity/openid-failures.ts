import * as openid from 'openid-client';
import { IdentityUnavailable, type SignInRefusal, SignInRefused } from './port.ts';

// The library's errors carry codes, tokens and claims in `cause`. None of that is passed on: what reaches a log is a
// fixed text and the library's or the system's error code.

const UNREADABLE = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']);
const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
/** OAuth error codes of the token endpoint that speak about the person's code; the others speak about us. */
const ABOUT_THE_CODE = new Set(['invalid_grant', 'invalid_request', 'redirect_uri_mismatch']);

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};

/** `fetch` hides the reason (ECONNREFUSED, ENOTFOUND …) one level down. */
const causeCodeOf = (error: unknown): string =>
  codeOf((error as { cause?: unknown } | undefined)?.cause) ?? codeOf(error) ?? 'no code';

/** The claim at which a check failed stands two causes down: ClientError → OperationProcessingError → { claim }. */
function claimOf(error: openid.ClientError): string | undefined {
  const inner = (error.cause as { cause?: { claim?: unknown } } | undefined)?.cause;
  return typeof inner?.claim === 'string' ? inner.claim : undefined;
}

/** `fetch` rejects with a TypeError without a code of its own; those with a code are programming mistakes. */
const isNetworkError = (error: unknown): boolean => error instanceof TypeError && codeOf(error) === undefined;

function tokenRefusal(error: openid.ClientError): SignInRefused {
  const claim = claimOf(error);
  const reasons: Record<string, SignInRefusal> = { nonce: 'nonce', exp: 'expired' };
  const reason = (claim === undefined ? undefined : reasons[claim]) ?? 'token';
  return new SignInRefused(reason, claim === undefined ? (error.code ?? 'ID token refused') : `claim ${claim}`);
}

/** What to throw when discovery failed. */
export function beginFailure(error: unknown): Error {
  if (error instanceof openid.ClientError) return new IdentityUnavailable(`discovery: ${error.code ?? 'no code'}`);
  if (isNetworkError(error)) return new IdentityUnavailable(`discovery: ${causeCodeOf(error)}`);
  return error instanceof Error ? error : new IdentityUnavailable('discovery');
}

/** What to throw when the exchange of the code, or the check of the ID token, failed. */
export function finishFailure(error: unknown): Error {
  if (error instanceof SignInRefused) return error;
  if (error instanceof openid.ResponseBodyError) {
    if (ABOUT_THE_CODE.has(error.error)) return new SignInRefused('code', `token endpoint: status ${error.status}`);
    return new IdentityUnavailable(`token endpoint: status ${error.status}`); // e.g. invalid_client: our secret is wrong
  }
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return new IdentityUnavailable(`token endpoint: status ${error.status}`);
  if (isNetworkError(error)) return new IdentityUnavailable(`exchange: ${causeCodeOf(error)}`);
  if (!(error instanceof openid.ClientError))
    return error instanceof Error ? error : new IdentityUnavailable('exchange');
  const code = error.code ?? '';
  if (UNREADABLE.has(code) || NO_ANSWER.has(code)) return new IdentityUnavailable(`exchange: ${code}`);
  return tokenRefusal(error);
}
