import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  /** The X-Position header: the position of a change, or of the data in a read. */
  readonly position: string | undefined;
  /** The X-Stale header: the answer does not contain the requested position yet. */
  readonly isStale: boolean;
  readonly body: string;
}

/** An answer that is not 2xx. */
export class UnsuccessfulAnswer extends Error {
  override readonly name = 'UnsuccessfulAnswer';
  readonly status: number;
  constructor({ status, body }: Pick<HttpAnswer, 'status' | 'body'>) {
    super(`answer ${status}: ${body}`);
    this.status = status;
  }
}

/**
 * One keep-alive connection, one request at a time. It costs far less than Node's own client, whose cost would be
 * measured too.
 */
export interface HttpConnection {
  /** @param request the bytes to send @throws UnsuccessfulAnswer · the socket's error when the connection is lost */
  send(request: string): Promise<HttpAnswer>;
  /** False once the connection is lost. */
  isOpen(): boolean;
  close(): void;
}

const HEADERS_END = '\r\n\r\n';

export async function openHttp(port: number): Promise<HttpConnection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('latin1'); // In Latin-1 a character is a byte, as Content-Length counts them.
  await once(socket, 'connect');
  /** The pieces of the current answer so far, and its length once its headers have arrived. */
  let [received, length]: [string[], number | undefined] = [[], undefined];
  let pending: { readonly resolve: (answer: HttpAnswer) => void; readonly reject: (error: Error) => void } | undefined;
  function complete(answer: HttpAnswer | Error): void {
    const { resolve, reject } = pending ?? {};
    pending = undefined;
    if (answer instanceof Error) reject?.(answer);
    else if (answer.status >= 300) reject?.(new UnsuccessfulAnswer(answer));
    else resolve?.(answer);
  }
  let count = 0;
  socket.on('data', (chunk: string) => {
    received.push(chunk);
    count += chunk.length;
    // An answer of megabytes arrives in a hundred pieces and is joined once.
    if (length === undefined) {
      const text = received.join('');
      const end = text.indexOf(HEADERS_END);
      if (end < 0) return;
      const body = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      length = end + HEADERS_END.length + body;
    }
    if (count < length) return;
    const whole = received.join('');
    const headers = whole.slice(0, whole.indexOf(HEADERS_END));
    const body = whole.slice(headers.length + HEADERS_END.length, length);
    [received, count] = [[whole.slice(length)], whole.length - length];
    length = undefined;
    complete({
      status: Number(headers.slice(9, 12)),
      position: /\r\nx-position: (\S+)/i.exec(headers)?.[1],
      isStale: /\r\nx-stale: true/i.test(headers),
      body,
    });
  });
  socket.on('error', complete);
  socket.on('close', () => complete(new Error('the connection was closed')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        if (socket.writable) socket.write(request, 'latin1');
        else complete(new Error('the connection was closed'));
      }),
    isOpen: () => socket.writable,
    close: () => void socket.destroy(),
  };
}

interface RequestOptions {
  /** The cookie of a signed-in owner. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request like that of the product's own pages, without headers that do not matter here. ASCII only. */
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
