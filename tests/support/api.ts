import type { Config } from '#src/config.ts';
import { startProduct } from '#src/product.ts';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { freshDatabase } from './database.ts';

/** The real product over real HTTP and a database of its own, with the sample people of a fresh machine. */
export interface RunningApi {
  readonly origin: string;
  /** A browser of its own: cookies, and the headers that browsers send from our own pages. */
  visitor(): ApiVisitor;
  /** Signed in through the whole OpenID Connect round trip. */
  signedIn(email: string): Promise<ApiVisitor>;
  stop(): Promise<void>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: never;
}

export interface ApiVisitor {
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
}

interface CallOptions {
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startApi(): Promise<RunningApi> {
  const database = await freshDatabase();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const config: Config = {
    production: false,
    port,
    host: 'localhost',
    dataDir: '/nonexistent',
    databaseUrl: database.url,
    publicOrigin: origin,
    logLevel: 'error',
    metricsPort: undefined,
    adminEmails: ['admin@exemplo.com'],
    google: undefined,
    samples: true,
  };
  const webRoot = fileURLToPath(new URL('./web-root', import.meta.url));
  const product = await startProduct(config, pino({ level: 'error' }), webRoot);
  return {
    origin,
    visitor: () => visitor(origin),
    async signedIn(email) {
      const browser = visitor(origin);
      await signIn(browser, origin, email);
      return browser;
    },
    async stop() {
      await product.stop();
      await database.drop();
    },
  };
}

function visitor(origin: string): ApiVisitor {
  const cookies = new Map<string, string>();
  return {
    async call(method, path, { body, headers = {} } = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          Accept: 'application/json, application/problem+json',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
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

async function signIn(browser: ApiVisitor, origin: string, email: string): Promise<void> {
  const begun = await browser.call('GET', '/api/oauth/google/redirect_url');
  const { redirectUrl } = begun.json as { redirectUrl: string };
  const issuer = redirectUrl.slice(origin.length);
  const back = await browser.call('GET', `${issuer}&login_hint=${encodeURIComponent(email)}&prompt=none`);
  const answer = new URL(back.headers.get('Location') ?? '', origin).searchParams;
  const body = { code: answer.get('code'), state: answer.get('state'), iss: answer.get('iss') };
  const opened = await browser.call('POST', '/api/sessions', { body });
  if (opened.status !== 200) throw new Error(`sign-in of ${email}: ${opened.status} ${opened.text}`);
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}
