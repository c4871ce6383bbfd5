import { ProviderError } from '../port.ts';

/** A call in the form that may be logged: without request and answer. */
export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A name such as 'refund'. */
  readonly what: string;
}

/** Errors for which it is certain that no request left this machine. */
const NEVER_SENT = new Set([
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

/** The default where the provider does not say how long to wait. */
const USUAL_RESET_SECONDS = 60;
const MAX_RESET_SECONDS = 12 * 60 * 60;

/** A failed change with an unknown outcome; a failed GET changes nothing in any case. */
export const unclear = (
  { method, what }: ProviderCall,
  kind: 'unavailable' | 'malformed',
  detail: string,
): ProviderError => new ProviderError(method === 'GET' ? kind : 'ambiguous', `${what}: ${detail}`);

/** The error for a missing or partial answer: `fetch` hides the reason (ECONNREFUSED, ECONNRESET …) one level down. */
export function networkFailure(call: ProviderCall, error: unknown): ProviderError {
  const code = codeOf((error as { cause?: unknown } | undefined)?.cause) ?? nameOf(error);
  if (NEVER_SENT.has(code)) return new ProviderError('unavailable', `${call.what}: ${code}`);
  return unclear(call, 'unavailable', code);
}

/** The error for a status that is no success. @param body the unparsed body, of which only error codes are read */
export function statusFailure(call: ProviderCall, status: number, headers: Headers, body: string): ProviderError {
  const detail = `status ${status}${codesIn(body)}`;
  if (status === 401 || status === 403) return new ProviderError('unauthorized', `${call.what}: ${detail}`);
  if (status === 404) return new ProviderError('not_found', `${call.what}: ${detail}`);
  if (status === 429) return new ProviderError('rate_limited', `${call.what}: ${detail}`, resetSeconds(headers));
  if (status >= 500 || status === 408) return unclear(call, 'unavailable', detail);
  if (status >= 400) return new ProviderError('rejected', `${call.what}: ${detail}`);
  return unclear(call, 'malformed', detail);
}

function resetSeconds(headers: Headers): number {
  const seconds = Number(headers.get('ratelimit-reset') ?? headers.get('retry-after') ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds <= 0) return USUAL_RESET_SECONDS;
  return Math.min(Math.ceil(seconds), MAX_RESET_SECONDS);
}

/**
 * `{"errors":[{"code","description"}]}`: descriptions may repeat request data such as names and documents, so they are
 * not used.
 */
function codesIn(body: string): string {
  const codes = [...body.slice(0, 4_096).matchAll(/"code"\s*:\s*"([A-Za-z][\w.]{0,59})"/g)].map(([, code]) => code);
  return codes.length === 0 ? '' : ` ${codes.slice(0, 5).join(' ')}`;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no answer');
