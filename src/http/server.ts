import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';

/** The port is there before the product is: until `serve` is called every answer is 503. */
export interface HttpServer {
  serve(listener: RequestListener): void;
  /** Takes no more, lets what is under way finish within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** How long a silent connection stays open while we close, for a request that is on its way to us just now. */
const FAREWELL_MS = 500;

const sayLast = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/** @throws PortTaken */
export async function listen(port: number, host: string): Promise<HttpServer> {
  let listener: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' });
    response.end('O Prumo está iniciando. Tente de novo em um instante.');
  };
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 15_000, keepAliveTimeout: 30_000 });
  server.maxConnections = 1_000;
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  server.on('request', (request, response) => {
    underWay.add(response);
    response.on('close', () => underWay.delete(response));
    if (isClosing) sayLast(response);
    listener(request, response);
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
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
        setTimeout(() => server.closeIdleConnections(), FAREWELL_MS),
        setTimeout(() => server.closeAllConnections(), graceMs),
      ];
      await closed;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw new PortTaken(`port ${port} is taken`);
    throw error;
  }
}
