export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: never;
}

export interface ApiVisitor {
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
  /** What it would send as `Cookie` now. */
  cookieHeader(): string;
}

interface CallOptions {
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser of its own: cookies, and the headers that browsers send from our own pages. */
export function visitorAt(origin: string): ApiVisitor {
  const cookies = new Map<string, string>();
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookieHeader,
    async call(method, path, { body, headers = {} } = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          Accept: 'application/json, application/problem+json',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: cookieHeader(),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
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

/** Signs in through the whole OpenID Connect round trip. */
export async function signIn(browser: ApiVisitor, origin: string, email: string): Promise<void> {
  const begun = await browser.call('GET', '/api/oauth/google/redirect_url');
  const { redirectUrl } = begun.json as { redirectUrl: string };
  const issuer = redirectUrl.slice(origin.length);
  const back = await browser.call('GET', `${issuer}&login_hint=${encodeURIComponent(email)}&prompt=none`);
  const answer = new URL(back.headers.get('Location') ?? '', origin).searchParams;
  const body = { code: answer.get('code'), state: answer.get('state'), iss: answer.get('iss') };
  const opened = await browser.call('POST', '/api/sessions', { body });
  if (opened.status !== 200) throw new Error(`sign-in of ${email}: ${opened.status} ${opened.text}`);
}
