import * as openid from 'openid-client';
import { IdentityUnavailable, type SignInRefusal, SignInRefused } from './port.ts';

// The library's errors carry codes, tokens and claims in `cause`. None of that is logged: the log gets a fixed text, a
// status, and an error code of OAuth, the library or the system.

const UNREADABLE = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']);
const NO_RESPONSE = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
/** OAuth error codes of the token endpoint that concern the person's code; other codes concern our configuration. */
const CODE_ERRORS = new Set(['invalid_grant', 'invalid_request', 'redirect_uri_mismatch']);
/** Error codes of the redirect that concern the person, who refused or did not finish. */
const PERSON_ERRORS = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};

/** `fetch` hides the reason (ECONNREFUSED, ENOTFOUND …) one level down. */
const causeCodeOf = (error: unknown): string =>
  codeOf((error as { cause?: unknown } | undefined)?.cause) ?? codeOf(error) ?? 'no code';

/** An OAuth error code of the standards; the provider could have sent any text. */
const oauthCode = (text: string): string => (/^[a-z_]{1,40}$/.test(text) ? text : 'an error without a name');

/** The detail of an unusable answer: 'OAUTH_RESPONSE_IS_NOT_CONFORM 503'. */
function responseDetail(error: openid.ClientError): string {
  const status = (error.cause as { status?: unknown } | undefined)?.status;
  const code = error.code ?? 'no code';
  return typeof status === 'number' ? `${code} ${status}` : code;
}

/** The claim that failed a check is two causes down: ClientError → OperationProcessingError → { claim }. */
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

/** The error for a failed discovery. */
export function discoveryFailure(error: unknown): Error {
  if (error instanceof openid.ClientError) return new IdentityUnavailable(`discovery: ${responseDetail(error)}`);
  if (isNetworkError(error)) return new IdentityUnavailable(`discovery: ${causeCodeOf(error)}`);
  return error instanceof Error ? error : new IdentityUnavailable('discovery');
}

/** The error for a redirect with an error instead of a code. */
export function redirectFailure(error: string): Error {
  const detail = `authorization endpoint: ${oauthCode(error)}`;
  return PERSON_ERRORS.has(error) ? new SignInRefused('denied', detail) : new IdentityUnavailable(detail);
}

/** The error for a failed exchange of the code, or a failed check of the ID token. */
export function exchangeFailure(error: unknown): Error {
  if (error instanceof SignInRefused) return error;
  if (error instanceof openid.ResponseBodyError) {
    const detail = `token endpoint: ${error.status} ${oauthCode(error.error)}`;
    // Other codes are faults of our configuration: invalid_client means a wrong secret.
    return CODE_ERRORS.has(error.error) ? new SignInRefused('code', detail) : new IdentityUnavailable(detail);
  }
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return new IdentityUnavailable(`token endpoint: ${error.status}`);
  if (isNetworkError(error)) return new IdentityUnavailable(`exchange: ${causeCodeOf(error)}`);
  if (!(error instanceof openid.ClientError))
    return error instanceof Error ? error : new IdentityUnavailable('exchange');
  const code = error.code ?? '';
  if (UNREADABLE.has(code) || NO_RESPONSE.has(code))
    return new IdentityUnavailable(`exchange: ${responseDetail(error)}`);
  return tokenRefusal(error);
}
