import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The outcome of a request; `ms` is how long it took. */
export type Reaction =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
      readonly ms: number;
    }
  /** The connection was refused, so the request was not received. */
  | { readonly kind: 'refused'; readonly ms: number }
  /** The request was sent and got no complete answer, so it may have happened or not. */
  | { readonly kind: 'lost'; readonly reason: string; readonly ms: number };

export interface Connection {
  send(wanted: Request): Promise<Reaction>;
  close(): void;
}

/** The timeout is longer than the slowest correct answer. */
const TIMEOUT_MS = 20_000;

/**
 * One kept-alive connection, like a browser's: requests are sent one after the other, and a broken connection is
 * replaced.
 */
export function openConnection(origin: string): Connection {
  const { port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const started = performance.now();
        const text = body === undefined ? undefined : JSON.stringify(body);
        const own = text === undefined ? {} : { 'Content-Type': 'application/json' };
        const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...own } });
        const ms = (): number => performance.now() - started;
        const failed = (error: Error & { code?: string }): void =>
          resolve(
            error.code === 'ECONNREFUSED'
              ? { kind: 'refused', ms: ms() }
              : { kind: 'lost', reason: error.code ?? error.message, ms: ms() },
          );
        outgoing.on('error', failed);
        outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error('no answer at all')));
        outgoing.on('response', (response) => {
          let said = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (said += chunk));
          response.on('error', failed);
          response.on('end', () =>
            resolve({
              kind: 'answered',
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: said,
              ms: ms(),
            }),
          );
        });
        outgoing.end(text);
      }),
    close: () => agent.destroy(),
  };
}
