import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookListener {
  /** The URL that receives notices: loopback, on a free port. */
  readonly url: string;
  /** All received notices, in order. */
  readonly heard: Heard[];
  /** Answers with this status from now on; 0 cuts the connection instead. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** Starts a server in place of the product's webhook. */
export async function startWebhookListener(): Promise<WebhookListener> {
  const heard: Heard[] = [];
  let status = 200;
  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    heard.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    if (status === 0) request.socket.resetAndDestroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{"received":true}');
  }
  const server = createServer((request, response) => void hear(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payment/webhook`,
    heard,
    answerWith(next) {
      status = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
