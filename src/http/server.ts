import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** The port is there before the product is: until `serve` is called every answer is 503. */
export interface HttpServer {
  serve(listener: RequestListener): void;
  /** Takes no more, lets what is under way finish within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** @throws PortTaken */
export async function listen(port: number, host: string): Promise<HttpServer> {
  let listener: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' });
    response.end('O Prumo está iniciando. Tente de novo em um instante.');
  };
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 15_000, keepAliveTimeout: 30_000 });
  server.maxConnections = 1_000;
  server.on('request', (request, response) => listener(request, response));
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
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
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
