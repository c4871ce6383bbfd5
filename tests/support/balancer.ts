import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy before several instances, like the one in production. */
export interface Balancer {
  readonly origin: string;
  close(): Promise<void>;
}

const TIMEOUT_MS = 5_000;

const mayRepeat = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || headers['idempotency-key'] !== undefined;

/**
 * Sends requests to the origins in turn. An origin that refuses the connection is skipped; a request that got no answer
 * is sent to another origin if a repetition is safe.
 */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  let next = 0;

  /** @returns false when nobody took it */
  const passed = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<boolean> =>
    new Promise((resolve) => {
      next += 1;
      const { port } = new URL(origins[next % origins.length] ?? '');
      const { method, url: path, headers } = incoming;
      const upstream = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
      upstream.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        response.on('end', () => resolve(true));
        response.on('error', () => outgoing.destroy());
      });
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        if (!outgoing.headersSent && (error.code === 'ECONNREFUSED' || mayRepeat(incoming))) return resolve(false);
        outgoing.destroy();
        resolve(true);
      });
      upstream.end(body);
    });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    for (const until = performance.now() + TIMEOUT_MS; !(await passed(incoming, body, outgoing)); await sleep(20))
      if (performance.now() > until) return void outgoing.writeHead(502).end();
  }

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
