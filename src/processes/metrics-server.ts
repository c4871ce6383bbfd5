import type { RequestListener } from 'node:http';
import type { Metrics } from '#http/metrics.ts';
import { bareHeaders, withHeaders } from '#http/security-headers.ts';
import { listen } from '#http/server.ts';
import type { Config } from '#config/config.ts';
import type { Stoppable } from '#runtime/lifecycle.ts';

/** Serves metrics at /metrics on a port of their own; nothing where none is configured. @throws PortTaken */
export async function serveMetrics(config: Config, metrics: Metrics): Promise<Stoppable> {
  const { metricsPort, publicOrigin } = config;
  if (metricsPort === undefined) return { stop: async () => undefined };
  const server = await listen({ ...config, port: metricsPort });
  const handleRequest: RequestListener = (request, response) => {
    const respond = async (): Promise<void> => {
      const body = request.url === '/metrics' ? await metrics.text() : undefined;
      response.writeHead(body === undefined ? 404 : 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      });
      response.end(body);
    };
    respond().catch(() => response.destroy());
  };
  server.serve(withHeaders(bareHeaders(publicOrigin), handleRequest));
  return { stop: () => server.close(0) };
}

/** Health checks of a process that serves nothing else: alive (/healthz), and able to work (/readyz). */
export const healthPages = (checkReady: () => Promise<void>, publicOrigin: string): RequestListener =>
  withHeaders(bareHeaders(publicOrigin), (request, response) => {
    const send = (status: number, text: string): void => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (request.url === '/healthz') return send(200, 'ok');
    if (request.url !== '/readyz') return send(404, 'not here');
    checkReady().then(
      () => send(200, 'ok'),
      () => send(503, 'not ready'),
    );
  });
