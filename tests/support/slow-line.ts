import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SlowLine {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * A proxy before an origin that passes on its answers to GET, and HTML in pieces: each ends after a tag and is drawn
 * before the next one comes.
 */
export async function startSlowLine(
  target: string,
  { pieces, everyMs }: { pieces: number; everyMs: number },
): Promise<SlowLine> {
  async function forward({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await fetch(`${target}${url}`, { headers: { accept: headers.accept ?? '*/*' } });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    for (const piece of type.startsWith('text/html') ? piecesOf(body.toString(), pieces) : [body]) {
      response.write(piece);
      await sleep(everyMs);
    }
    response.end();
  }

  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Splits the page: first everything before the body in one piece, then the rest in `count` pieces of about the same
 * length.
 */
function piecesOf(html: string, count: number): readonly string[] {
  const body = html.indexOf('<body');
  const length = Math.ceil((html.length - body) / count);
  const ends = Array.from({ length: count - 1 }, (_, n) => html.indexOf('>', body + (n + 1) * length) + 1);
  const bounds = [0, body, ...ends.filter((end) => end > 0), html.length];
  return bounds.slice(1).map((end, n) => html.slice(bounds[n], end));
}
