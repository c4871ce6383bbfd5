import type { Metrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import type { Config } from '#config/config.ts';
import type { Stoppable } from '#runtime/lifecycle.ts';

/** Metrics at /metrics of a port of their own; nothing where none is named. @throws PortTaken */
export async function serveMetrics({ metricsPort, host }: Config, metrics: Metrics): Promise<Stoppable> {
  if (metricsPort === undefined) return { stop: async () => undefined };
  const server = await listen(metricsPort, host);
  server.serve((request, response) => {
    const answer = async (): Promise<void> => {
      const body = request.url === '/metrics' ? await metrics.text() : undefined;
      response.writeHead(body === undefined ? 404 : 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      });
      response.end(body);
    };
    answer().catch(() => response.destroy());
  });
  return { stop: () => server.close(0) };
}
