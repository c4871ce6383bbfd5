export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** BASE64URL(SHA-256(verifier)) */
  readonly codeChallenge: string;
  readonly prompt: string | undefined;
  readonly loginHint: string | undefined;
}

type ReadRequest =
  | { readonly kind: 'accepted'; readonly request: AuthorizationRequest }
  /** Nobody may be sent to an address that has not been checked: the refusal is shown here. */
  | { readonly kind: 'untrusted'; readonly why: string }
  /** The client is known: it hears what is wrong. */
  | {
      readonly kind: 'faulty';
      readonly redirectUri: string;
      readonly state: string | undefined;
      readonly error: string;
      readonly description: string;
    };

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const SINGLE = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'prompt',
  'login_hint',
  'code_challenge',
  'code_challenge_method',
];

/** Checks in the order that matters: client and redirect URI first, everything else afterwards. */
export function readAuthorizationRequest(
  query: URLSearchParams,
  client: { readonly id: string; readonly redirectUris: readonly string[] },
): ReadRequest {
  if (SINGLE.some((name) => query.getAll(name).length > 1))
    return { kind: 'untrusted', why: 'O pedido traz o mesmo parâmetro duas vezes.' };
  const get = (name: string): string | undefined => query.get(name) ?? undefined;
  if (get('client_id') !== client.id)
    return { kind: 'untrusted', why: 'O programa que pediu a entrada não está registrado.' };
  const redirectUri = get('redirect_uri');
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri))
    return { kind: 'untrusted', why: 'O endereço de retorno não é o registrado.' };

  const state = get('state');
  const faulty = (error: string, description: string): ReadRequest => ({
    kind: 'faulty',
    redirectUri,
    state,
    error,
    description,
  });
  if (get('response_type') !== 'code') return faulty('unsupported_response_type', 'only response_type=code');
  if (!(get('scope') ?? '').split(' ').includes('openid')) return faulty('invalid_scope', 'scope openid is missing');
  const codeChallenge = get('code_challenge');
  if (get('code_challenge_method') !== 'S256' || codeChallenge === undefined || !CHALLENGE.test(codeChallenge))
    return faulty('invalid_request', 'PKCE with code_challenge_method=S256 is required');
  return {
    kind: 'accepted',
    request: {
      redirectUri,
      state,
      nonce: get('nonce'),
      codeChallenge,
      prompt: get('prompt'),
      loginHint: get('login_hint'),
    },
  };
}

/** The address that sends the browser back; `fields` with code or error, and `iss`. */
export function answerUrl(
  request: { readonly redirectUri: string; readonly state: string | undefined },
  fields: { readonly [name: string]: string },
): string {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  if (request.state !== undefined) url.searchParams.set('state', request.state);
  return url.href;
}
