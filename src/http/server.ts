import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bareHeaders, carrying } from './security-headers.ts';

/** The port is there before the product is: until `serve` is called every answer is 503. */
export interface HttpServer {
  serve(listener: RequestListener): void;
  /** Takes no more, lets what is under way finish within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** Where a server listens, and by which address browsers reach it. */
export interface Place {
  readonly port: number;
  readonly host: string;
  readonly publicOrigin: string;
}

/** Milliseconds a request may take to arrive, its headers and all of it; and how often that is looked at. */
export interface Timeouts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** Long enough for a machine that is out of breath: only who dawdles on purpose is turned away. */
const TIMEOUTS: Timeouts = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 10_000 };

/** What the parser turns away before there is a request; the rest is a `400`. */
const TURNED_AWAY: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'O pedido demorou demais para chegar. Tente de novo.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'O pedido traz cabeçalhos grandes demais.'],
};
const NOT_HTTP = ['400 Bad Request', 'O pedido não pôde ser lido.'] as const;

/** How long a silent connection stays open while we close, for a request that is on its way to us just now. */
const CLOSE_TIMEOUT_MS = 500;

const sayLast = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/** @throws PortTaken */
export async function listen({ port, host, publicOrigin }: Place, timeouts = TIMEOUTS): Promise<HttpServer> {
  const headers = bareHeaders(publicOrigin);
  let listener = carrying(headers, (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' });
    response.end('O Prumo está iniciando. Tente de novo em um instante.');
  });
  const server = createServer({ ...timeouts, keepAliveTimeout: 30_000 });
  server.maxConnections = 1_000;
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  server.on('request', (request, response) => {
    underWay.add(response);
    response.on('close', () => underWay.delete(response));
    if (isClosing) sayLast(response);
    response.on('finish', () => discardRest(request));
    listener(request, response);
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  server.on('clientError', (error, socket) => turnAway(error, socket, lines));
  server.listen(port, host);
  await listening(server, port);
  return {
    serve(next) {
      listener = next;
    },
    async close(graceMs) {
      isClosing = true;
      for (const response of underWay) sayLast(response);
      // Not the HTTP server's own close: that cuts every connection which is silent at this very moment.
      const closed = new Promise<void>((resolve) => {
        // Right after all who are connected have been taken in: who is not by then is cut, and was refused by nobody.
        setImmediate(() => TcpServer.prototype.close.call(server, () => resolve()));
      });
      const timers = [
        setTimeout(() => server.closeIdleConnections(), CLOSE_TIMEOUT_MS),
        setTimeout(() => server.closeAllConnections(), graceMs),
      ];
      await closed;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/**
 * What is left of a body that was refused half-way: nobody else reads it, and behind it the next request waits on the
 * same connection, which may be somebody else's where a proxy stands in between.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.unpipe();
  request.resume();
}

/**
 * A browser opens connections ahead of need. One that never asked anything is closed without a word: an answer would be
 * taken for that of the request which is being sent at this very moment, while a mere end makes the browser ask anew.
 */
function turnAway(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Duplex,
  lines: readonly string[],
): void {
  const hasAsked = (socket as Socket).bytesRead > 0;
  if (!hasAsked || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, sentence] = TURNED_AWAY[error.code ?? ''] ?? NOT_HTTP;
  const headers = [...lines, 'Connection: close', 'Content-Type: text/plain; charset=utf-8'];
  headers.push(`Content-Length: ${Buffer.byteLength(sentence)}`);
  // The answer to HEAD has no body, whatever it says.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n${isHead ? '' : sentence}`);
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw new PortTaken(`port ${port} is taken`);
    throw error;
  }
}
