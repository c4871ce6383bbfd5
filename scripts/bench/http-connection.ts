import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  /** X-Position, of a change or of what a read contains. */
  readonly position: string | undefined;
  /** X-Stale: what was asked for is not in it yet. */
  readonly isStale: boolean;
  readonly body: string;
}

/** An answer that is not 2xx. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor({ status, body }: Pick<HttpAnswer, 'status' | 'body'>) {
    super(`answer ${status}: ${body}`);
    this.status = status;
  }
}

/** One keep-alive connection, one request at a time. Far cheaper than Node's own client, which would be measured too. */
export interface HttpConnection {
  /** `request`: the bytes as they go over. @throws Refused · the socket's error when the connection is lost */
  send(request: string): Promise<HttpAnswer>;
  /** False once the connection was lost: another one is needed. */
  isOpen(): boolean;
  close(): void;
}

const HEADERS_END = '\r\n\r\n';

export async function openHttp(port: number): Promise<HttpConnection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('latin1'); // a character is a byte, as Content-Length counts them
  await once(socket, 'connect');
  /** Of the answer that is coming: what has come so far, and how long it is once its headers are there. */
  let [received, length]: [string[], number | undefined] = [[], undefined];
  let waiting: { readonly resolve: (answer: HttpAnswer) => void; readonly reject: (error: Error) => void } | undefined;
  function settle(answer: HttpAnswer | Error): void {
    const { resolve, reject } = waiting ?? {};
    waiting = undefined;
    if (answer instanceof Error) reject?.(answer);
    else if (answer.status >= 300) reject?.(new Refused(answer));
    else resolve?.(answer);
  }
  let count = 0;
  socket.on('data', (text: string) => {
    received.push(text);
    count += text.length;
    // An answer of megabytes comes in a hundred pieces, and is put together once.
    if (length === undefined) {
      const begun = received.join('');
      const end = begun.indexOf(HEADERS_END);
      if (end < 0) return;
      const body = Number(/\r\ncontent-length: (\d+)/i.exec(begun.slice(0, end))?.[1] ?? 0);
      length = end + HEADERS_END.length + body;
    }
    if (count < length) return;
    const whole = received.join('');
    const headers = whole.slice(0, whole.indexOf(HEADERS_END));
    const body = whole.slice(headers.length + HEADERS_END.length, length);
    [received, count] = [[whole.slice(length)], whole.length - length];
    length = undefined;
    settle({
      status: Number(headers.slice(9, 12)),
      position: /\r\nx-position: (\S+)/i.exec(headers)?.[1],
      isStale: /\r\nx-stale: true/i.test(headers),
      body,
    });
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Error('the connection was closed')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.writable) socket.write(request, 'latin1');
        else settle(new Error('the connection was closed'));
      }),
    isOpen: () => socket.writable,
    close: () => void socket.destroy(),
  };
}

interface RequestOptions {
  /** Cookie of whoever is signed in. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as the product's own pages send it, but for what does not matter here. ASCII only. */
export function requestText(method: string, path: string, { cookie, headers, body = '' }: RequestOptions = {}): string {
  const all = {
    Host: 'localhost',
    'Sec-Fetch-Site': 'same-origin',
    ...(cookie !== undefined && { Accept: 'application/json', Cookie: cookie }),
    ...headers,
    ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
