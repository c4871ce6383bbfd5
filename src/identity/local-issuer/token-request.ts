import { sameText } from '#runtime/same-text.ts';

type ReadTokenRequest =
  | { readonly kind: 'accepted'; readonly code: string; readonly redirectUri: string; readonly codeVerifier: string }
  | { readonly kind: 'refused'; readonly status: 400 | 401; readonly error: string };

/** RFC 7636: 43 to 128 unreserved characters. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

const refused = (status: 400 | 401, error: string): ReadTokenRequest => ({ kind: 'refused', status, error });

/** @param body the parsed form: untrusted, a value may be a list or missing */
export function readTokenRequest(
  body: unknown,
  client: { readonly id: string; readonly secret: string },
): ReadTokenRequest {
  const form = (body ?? {}) as Record<string, unknown>;
  const text = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
  if (!sameText(text('client_id'), client.id) || !sameText(text('client_secret'), client.secret))
    return refused(401, 'invalid_client');
  if (text('grant_type') !== 'authorization_code') return refused(400, 'unsupported_grant_type');
  const [code, redirectUri, codeVerifier] = [text('code'), text('redirect_uri'), text('code_verifier')];
  if (code === '' || redirectUri === '' || !VERIFIER.test(codeVerifier)) return refused(400, 'invalid_request');
  return { kind: 'accepted', code, redirectUri, codeVerifier };
}
