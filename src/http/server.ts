import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bareHeaders, carrying } from './security-headers.ts';

/** The port is open before the product is ready: until `serve` is called every answer is 503. */
export interface HttpServer {
  serve(listener: RequestListener): void;
  /** Accepts no new requests, lets running ones finish within `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** The address and port of a server, and its address for browsers. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
  readonly publicOrigin: string;
}

/** Milliseconds in which the headers and the whole request must arrive; and the interval of this check. */
export interface Timeouts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** Long enough for an overloaded machine: only deliberately slow clients are rejected. */
const TIMEOUTS: Timeouts = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 10_000 };

/** Errors of the parser, before there is a request; other errors are a `400`. */
const TURNED_AWAY: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'O pedido demorou demais para chegar. Tente de novo.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'O pedido traz cabeçalhos grandes demais.'],
};
const NOT_HTTP = ['400 Bad Request', 'O pedido não pôde ser lido.'] as const;

/**
 * How long an idle connection stays open while the server closes, for a request that is on its way, in milliseconds.
 */
const CLOSE_TIMEOUT_MS = 500;

const sendFinalAnswer = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/** @throws PortTaken */
export async function listen({ port, host, publicOrigin }: ListenAddress, timeouts = TIMEOUTS): Promise<HttpServer> {
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
    if (isClosing) sendFinalAnswer(response);
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
      for (const response of underWay) sendFinalAnswer(response);
      // The HTTP server's own close is not used, because it cuts every connection that is idle at this very moment.
      const closed = new Promise<void>((resolve) => {
        // The listening socket closes after all pending connections have been accepted, because others would be cut
        // without an answer.
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
 * Discards the rest of a body that was refused half-way: otherwise the next request on the same connection waits behind
 * it, which may be another client's where a proxy stands in between.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.unpipe();
  request.resume();
}

/**
 * A browser opens connections in advance. One without a request is closed silently: an answer would be taken for that
 * of a request that is just being sent, while a mere end makes the browser send it again.
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
  // The answer to HEAD must not have a body.
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
