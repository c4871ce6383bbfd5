import { createReadPosition } from '#web/api/caller.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: never;
}

export interface ApiVisitor {
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
  /** The `Cookie` header that it would send now. */
  cookieHeader(): string;
}

interface CallOptions {
  /** The body, sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 20_000;

/**
 * A new browser: cookies (`held`: the initial ones), the headers that browsers send from our own pages, and reads that
 * wait for its own changes, as our pages request them.
 */
export function visitorAt(origin: string, held: Readonly<Record<string, string>> = {}): ApiVisitor {
  const cookies = new Map<string, string>(Object.entries(held));
  const position = createReadPosition();
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookieHeader,
    async call(method, path, { body, headers = {} } = {}) {
      const readAfter = position.highest();
      const response = await fetch(`${origin}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          Accept: 'application/json, application/problem+json',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: cookieHeader(),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(readAfter === undefined ? {} : { 'X-Read-After': readAfter }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      position.remember(response.headers.get('X-Position'));
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('Content-Type') ?? '') && text !== '';
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: (isJson ? JSON.parse(text) : undefined) as never,
      };
    },
  };
}

/** The error of a sign-in step that was not answered with a redirect. */
export class SignInFailed extends Error {
  readonly status: number;
  constructor(email: string, { status, text }: ApiAnswer) {
    super(`sign-in of ${email}: ${status} ${text}`);
    this.status = status;
  }
}

/**
 * Signs in through the whole OpenID Connect round trip.
 * @returns its secrets: code and state
 * @throws SignInFailed
 */
export async function signIn(
  browser: Pick<ApiVisitor, 'call'>,
  origin: string,
  email: string,
): Promise<readonly string[]> {
  const step = async (wanted: number, ...call: Parameters<ApiVisitor['call']>): Promise<ApiAnswer> => {
    const answer = await browser.call(...call);
    if (answer.status !== wanted) throw new SignInFailed(email, answer);
    return answer;
  };
  const begun = await step(200, 'GET', '/api/oauth/google/redirect_url');
  const { redirectUrl } = begun.json as { redirectUrl: string };
  const issuer = redirectUrl.slice(origin.length);
  const back = await step(303, 'GET', `${issuer}&login_hint=${encodeURIComponent(email)}&prompt=none`);
  const answer = new URL(back.headers.get('Location') ?? '', origin).searchParams;
  const body = { code: answer.get('code'), state: answer.get('state'), iss: answer.get('iss') };
  await step(200, 'POST', '/api/sessions', { body });
  return [answer.get('code') ?? '', answer.get('state') ?? ''];
}
