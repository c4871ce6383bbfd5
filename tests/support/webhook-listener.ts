import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedNotice {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookListener {
  /** The URL that receives notices: loopback, on a free port. */
  readonly url: string;
  /** All received notices, in order. */
  readonly notices: ReceivedNotice[];
  /** Answers with this status from now on; 0 cuts the connection instead. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** Starts a server in place of the product's webhook. */
export async function startWebhookListener(): Promise<WebhookListener> {
  const notices: ReceivedNotice[] = [];
  let status = 200;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    notices.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    if (status === 0) request.socket.resetAndDestroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{"received":true}');
  }
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/payment/webhook`,
    notices,
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
