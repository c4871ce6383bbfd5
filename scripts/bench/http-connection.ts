import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  /** X-Position, of a change or of what a read contains. */
  readonly position: string | undefined;
  readonly body: string;
}

/** One keep-alive connection, one request at a time. Far cheaper than Node's own client, which would be measured too. */
export interface HttpConnection {
  /** `request`: the bytes as they go over. @throws when the connection is lost or an answer is not 2xx */
  send(request: string): Promise<HttpAnswer>;
  close(): void;
}

const HEADERS_END = '\r\n\r\n';

export async function openHttp(port: number): Promise<HttpConnection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('latin1'); // a character is a byte, as Content-Length counts them
  await once(socket, 'connect');
  let received = '';
  let waiting: { readonly resolve: (answer: HttpAnswer) => void; readonly reject: (error: Error) => void } | undefined;

  function settle(answer: HttpAnswer | Error): void {
    const { resolve, reject } = waiting ?? {};
    waiting = undefined;
    if (answer instanceof Error) reject?.(answer);
    else if (answer.status >= 300) reject?.(new Error(`answer ${answer.status}: ${answer.body}`));
    else resolve?.(answer);
  }

  socket.on('data', (text: string) => {
    received += text;
    const end = received.indexOf(HEADERS_END);
    if (end < 0) return;
    const headers = received.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
    const start = end + HEADERS_END.length;
    if (received.length < start + length) return;
    const body = received.slice(start, start + length);
    received = received.slice(start + length);
    settle({ status: Number(headers.slice(9, 12)), position: /\r\nx-position: (\S+)/i.exec(headers)?.[1], body });
  });
  socket.on('error', settle);
  socket.on('close', () => settle(new Error('the connection was closed')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request, 'latin1');
      }),
    close: () => void socket.destroy(),
  };
}

/** A request as the product's own pages send it, but for what does not matter here. ASCII only. */
export function requestText(
  method: string,
  path: string,
  { headers = {}, body = '' }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): string {
  const own = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const all = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    ...all,
    ...own,
    '',
    body,
  ].join('\r\n');
}
