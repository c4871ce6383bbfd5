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

/** @param lagOf events and seconds that the read model is behind the log */
export function createMetrics(lagOf: () => { readonly events: number; readonly seconds: number }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'prumo_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 15],
    registers: [registry],
  });
  const lag = (name: 'events' | 'seconds'): Gauge =>
    new Gauge({
      name: `prumo_read_model_lag_${name}`,
      help: `How far the read model is behind the log, in ${name}`,
      registers: [registry],
      collect() {
        this.set(lagOf()[name]);
      },
    });
  lag('events');
  lag('seconds');
  return {
    observe: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    text: () => registry.metrics(),
  };
}
