import { totalmem } from 'node:os';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog } from '#queries/backlog.ts';

/** States that an operator should be alerted about. Null for unknown, because the source cannot be reached. */
export interface OperationalState {
  readonly databaseUp: boolean;
  readonly eventLogUp: boolean;
  readonly backlog: Backlog | null;
  /** Entries of the audit log after the last anchor, and the age of the last anchor, which is infinite without one. */
  readonly unanchoredEntries: number | null;
  readonly anchorSecondsAgo: number;
  /** Free share, 0 to 1, of the fullest disk among those of the anchor file and of the embedded database. */
  readonly freeDiskShare: number | null;
}

export interface HttpMetrics {
  observe(request: {
    readonly method: string;
    /** The route pattern, not the address, so that there are few values. */
    readonly route: string;
    readonly status: number;
    readonly milliseconds: number;
  }): void;
  /** Counts a response that broke off after it had begun. */
  countCutResponse(route: string): void;
}

export interface Metrics extends HttpMetrics {
  /** All metrics in the Prometheus format. */
  text(): Promise<string>;
}

interface MetricSources {
  /** Seconds by which the read model is behind the log. */
  readonly lagSeconds: () => number;
  /** Reads the operational state; runs at every scrape. */
  readonly operationalState: () => Promise<OperationalState>;
  /** Tells whether this process writes the read model; left out where no projector runs in the process. */
  readonly isProjecting?: () => boolean;
}

/** The metrics of the operational state, by name; NaN, which triggers no alert, where a value is unknown. */
const STATE_GAUGES: Readonly<
  Record<string, readonly [help: string, of: (state: OperationalState) => number | null | undefined]>
> = {
  prumo_database_up: ['1 when the database answers', ({ databaseUp }) => Number(databaseUp)],
  prumo_event_log_up: ['1 when the event log answers', ({ eventLogUp }) => Number(eventLogUp)],
  prumo_parked_streams: ['Streams with an event that could not be projected', ({ backlog }) => backlog?.parked],
  prumo_reactor_failed_events: ['Events that a reactor has parked', ({ backlog }) => backlog?.failed],
  prumo_mail_waiting: ['Messages that wait to be sent', ({ backlog }) => backlog?.mailWaiting],
  prumo_mail_oldest_seconds: ['How long the oldest of them waits', ({ backlog }) => backlog?.mailOldestSeconds],
  prumo_payment_notices_waiting: ['Payment notices not looked into yet', ({ backlog }) => backlog?.noticesWaiting],
  prumo_payment_notices_oldest_seconds: [
    'How long the oldest of them waits',
    ({ backlog }) => backlog?.noticesOldestSeconds,
  ],
  prumo_audit_entries: ['Entries of the audit log', ({ backlog }) => backlog?.auditEntries],
  prumo_audit_problems: ['What the last walk over the audit log found', ({ backlog }) => backlog?.auditProblems],
  prumo_audit_checked_seconds_ago: [
    'When the audit log was walked last, or began',
    ({ backlog }) => backlog?.auditCheckedSecondsAgo,
  ],
  prumo_audit_unanchored_entries: [
    'Entries of the audit log behind its last anchor',
    ({ unanchoredEntries }) => unanchoredEntries,
  ],
  prumo_audit_anchor_seconds_ago: ['When the audit log was anchored last', ({ anchorSecondsAgo }) => anchorSecondsAgo],
  prumo_database_bytes: ['Size of the database', ({ backlog }) => backlog?.databaseBytes],
  prumo_disk_free_ratio: ['Free part of the fullest disk in use here, 0 to 1', ({ freeDiskShare }) => freeDiskShare],
};

/** Memory limit of the container, or the machine's memory when there is none; in bytes. */
function memoryLimit(): number {
  const [own, machine] = [process.constrainedMemory(), totalmem()];
  return own > 0 ? Math.min(own, machine) : machine; // A missing limit is 0, or more than the machine's memory.
}

export function createMetrics({ lagSeconds, operationalState, isProjecting }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'prumo_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 15],
    registers,
  });
  const cutResponses = new Counter({
    name: 'prumo_http_answers_cut_total',
    help: 'Answers that were begun and could not be finished',
    labelNames: ['route'],
    registers,
  });
  const addGauge = (name: string, help: string, value: () => number): void => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(value()) });
  };
  addGauge('prumo_read_model_lag_seconds', 'How far the read model is behind the log', lagSeconds);
  addGauge('prumo_memory_limit_bytes', 'Memory that this process may take', memoryLimit);
  if (isProjecting)
    addGauge('prumo_projector_leads', '1 while this process writes the read model', () => Number(isProjecting()));
  const states = Object.entries(STATE_GAUGES).map(([name, [help, of]]) => ({
    gauge: new Gauge({ name, help, registers }),
    of,
  }));
  return {
    observe: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    countCutResponse: (route) => cutResponses.inc({ route }),
    async text() {
      const state = await operationalState();
      for (const { gauge, of } of states) gauge.set(of(state) ?? NaN);
      return registry.metrics();
    },
  };
}
