import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface HttpMetrics {
  observe(request: {
    readonly method: string;
    /** Pattern, not address: few values. */
    readonly route: string;
    readonly status: number;
    readonly milliseconds: number;
  }): void;
}

export interface Metrics extends HttpMetrics {
  /** Text in the Prometheus format. */
  text(): Promise<string>;
}

/** @param lagSeconds how far the read model is behind the log */
export function createMetrics(lagSeconds: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'prumo_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 15],
    registers: [registry],
  });
  const lag: Gauge = new Gauge({
    name: 'prumo_read_model_lag_seconds',
    help: 'How far the read model is behind the log',
    registers: [registry],
    collect: () => lag.set(lagSeconds()),
  });
  return {
    observe: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    text: () => registry.metrics(),
  };
}
