import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface HttpResponse {
  readonly status: number;
  /** The X-Position header: the position of the written event, or of the data that was read. */
  readonly position: string | undefined;
  /** The X-Stale header: the data are older than the requested position. */
  readonly isStale: boolean;
  readonly body: string;
}

/** A response whose status is 300 or above. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  constructor({ status, body }: Pick<HttpResponse, 'status' | 'body'>) {
    super(`answer ${status}: ${body}`);
    this.status = status;
  }
}

/**
 * A keep-alive connection that sends one request at a time. It needs far less CPU than the HTTP client of Node.js,
 * which would distort what is measured on the same machine.
 */
export interface HttpConnection {
  /**
   * Sends one request. @param request the whole request as text @throws HttpError · the socket's error when the
   * connection is lost
   */
  send(request: string): Promise<HttpResponse>;
  /** Tells whether the connection has not been lost. */
  isOpen(): boolean;
  close(): void;
}

const HEADERS_END = '\r\n\r\n';

export async function openHttp(port: number): Promise<HttpConnection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('latin1'); // Each Latin-1 character is one byte, so lengths compare with Content-Length.
  await once(socket, 'connect');
  /** The chunks of the current response so far, and its length once its headers have arrived. */
  let [chunks, length]: [string[], number | undefined] = [[], undefined];
  let pending:
    { readonly resolve: (response: HttpResponse) => void; readonly reject: (error: Error) => void } | undefined;
  function complete(outcome: HttpResponse | Error): void {
    const { resolve, reject } = pending ?? {};
    pending = undefined;
    if (outcome instanceof Error) reject?.(outcome);
    else if (outcome.status >= 300) reject?.(new HttpError(outcome));
    else resolve?.(outcome);
  }
  let receivedLength = 0;
  socket.on('data', (chunk: string) => {
    chunks.push(chunk);
    receivedLength += chunk.length;
    if (length === undefined) {
      const text = chunks.join('');
      const end = text.indexOf(HEADERS_END);
      if (end < 0) return;
      const body = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      length = end + HEADERS_END.length + body;
    }
    if (receivedLength < length) return;
    const whole = chunks.join(''); // A response of megabytes arrives in a hundred chunks, which are joined only once.
    const headers = whole.slice(0, whole.indexOf(HEADERS_END));
    const body = whole.slice(headers.length + HEADERS_END.length, length);
    [chunks, receivedLength] = [[whole.slice(length)], whole.length - length];
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
  /** The `Cookie` header of a signed-in owner. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The text of a request with the headers of the product's own pages that the server checks. The body must be ASCII,
 * because its length in characters is sent as its length in bytes.
 */
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
