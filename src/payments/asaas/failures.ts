import { ProviderError } from '../provider.ts';

/** The part of a request that may be logged: neither its body nor the response. */
export interface RequestSummary {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A name such as 'refund'. */
  readonly name: string;
}

/** Errors for which it is certain that no request left this machine. */
const UNSENT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The wait after a rate limit, where the provider does not say how long. */
const DEFAULT_RETRY_AFTER_SECONDS = 60;
const MAX_RETRY_AFTER_SECONDS = 12 * 60 * 60;

/**
 * The error for a request without a usable response: a GET has changed nothing, anything else may have been carried
 * out.
 */
export const unclearOutcome = (
  { method, name }: RequestSummary,
  kind: 'unavailable' | 'malformed',
  detail: string,
): ProviderError => new ProviderError(method === 'GET' ? kind : 'ambiguous', `${name}: ${detail}`);

/**
 * The error for a missing or partial response: `fetch` hides the reason (ECONNREFUSED, ECONNRESET …) one level down.
 */
export function networkFailure(request: RequestSummary, error: unknown): ProviderError {
  const code = codeOf((error as { cause?: unknown } | undefined)?.cause) ?? nameOf(error);
  if (UNSENT_ERROR_CODES.has(code)) return new ProviderError('unavailable', `${request.name}: ${code}`);
  return unclearOutcome(request, 'unavailable', code);
}

/**
 * The error for a response whose status is no success.
 * @param body the unparsed body, of which only error codes are read
 */
export function statusFailure(request: RequestSummary, status: number, headers: Headers, body: string): ProviderError {
  const detail = `status ${status}${errorCodesIn(body)}`;
  if (status === 401 || status === 403) return new ProviderError('unauthorized', `${request.name}: ${detail}`);
  if (status === 404) return new ProviderError('not_found', `${request.name}: ${detail}`);
  if (status === 429)
    return new ProviderError('rate_limited', `${request.name}: ${detail}`, retryAfterSeconds(headers));
  if (status >= 500 || status === 408) return unclearOutcome(request, 'unavailable', detail);
  if (status >= 400) return new ProviderError('rejected', `${request.name}: ${detail}`);
  return unclearOutcome(request, 'malformed', detail);
}

function retryAfterSeconds(headers: Headers): number {
  const seconds = Number(headers.get('ratelimit-reset') ?? headers.get('retry-after') ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds <= 0) return DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS);
}

/**
 * `{"errors":[{"code","description"}]}`: descriptions may repeat request data such as names and documents, so they are
 * not used.
 */
function errorCodesIn(body: string): string {
  const codes = [...body.slice(0, 4_096).matchAll(/"code"\s*:\s*"([A-Za-z][\w.]{0,59})"/g)].map(([, code]) => code);
  return codes.length === 0 ? '' : ` ${codes.slice(0, 5).join(' ')}`;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no answer');
