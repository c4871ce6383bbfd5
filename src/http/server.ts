import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bareHeaders, withHeaders } from './security-headers.ts';

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

/** The responses to errors of the HTTP parser, before there is a request; every other error is a `400`. */
const PARSER_ERRORS: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'O pedido demorou demais para chegar. Tente de novo.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'O pedido traz cabeçalhos grandes demais.'],
};
const BAD_REQUEST = ['400 Bad Request', 'O pedido não pôde ser lido.'] as const;

/**
 * The time for which an idle connection stays open while the server closes, for a request that is on its way, in
 * milliseconds.
 */
const CLOSE_TIMEOUT_MS = 500;

const closeAfterResponse = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/** Opens the port. @throws PortTaken */
export async function listen({ port, host, publicOrigin }: ListenAddress, timeouts = TIMEOUTS): Promise<HttpServer> {
  const headers = bareHeaders(publicOrigin);
  let listener = withHeaders(headers, (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' });
    response.end('O Prumo está iniciando. Tente de novo em um instante.');
  });
  const server = createServer({ ...timeouts, keepAliveTimeout: 30_000 });
  server.maxConnections = 1_000;
  const openResponses = new Set<ServerResponse>();
  let isClosing = false;
  server.on('request', (request, response) => {
    openResponses.add(response);
    response.on('close', () => openResponses.delete(response));
    if (isClosing) closeAfterResponse(response);
    response.on('finish', () => discardRest(request));
    listener(request, response);
  });
  const headerLines = headers.map(([name, value]) => `${name}: ${value}`);
  server.on('clientError', (error, socket) => rejectConnection(error, socket, headerLines));
  server.listen(port, host);
  await waitUntilListening(server, port);
  return {
    serve(newListener) {
      listener = newListener;
    },
    async close(graceMs) {
      isClosing = true;
      for (const response of openResponses) closeAfterResponse(response);
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
 * Rejects a connection whose request cannot be parsed. One without a request, which browsers open in advance, is closed
 * silently: a response would be taken for that of a request that is just being sent, while a mere end makes the browser
 * send it again.
 */
function rejectConnection(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Duplex,
  headerLines: readonly string[],
): void {
  const hasSentData = (socket as Socket).bytesRead > 0;
  if (!hasSentData || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, sentence] = PARSER_ERRORS[error.code ?? ''] ?? BAD_REQUEST;
  const headers = [...headerLines, 'Connection: close', 'Content-Type: text/plain; charset=utf-8'];
  headers.push(`Content-Length: ${Buffer.byteLength(sentence)}`);
  // The answer to HEAD must not have a body.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n${isHead ? '' : sentence}`);
}

async function waitUntilListening(server: Server, port: number): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw new PortTaken(`port ${port} is taken`);
    throw error;
  }
}
