import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { quantile } from './measuring.ts';

/** A request, or a sequence of requests, that a client sends on its connection. */
export type Errand = (connection: HttpConnection) => Promise<unknown>;

async function withConnections<T>(
  port: number,
  count: number,
  work: (connections: HttpConnection[]) => Promise<T>,
): Promise<T> {
  const connections = await Promise.all(Array.from({ length: count }, () => openHttp(port)));
  try {
    return await work(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

interface ClosedLoop {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
}

/** Requests per second when every connection starts the next one as soon as the last one has ended. */
export const throughput = ({ port, connections: count, milliseconds }: ClosedLoop, errand: Errand): Promise<number> =>
  withConnections(port, count, async (connections) => {
    const started = performance.now();
    let ended = 0;
    const work = async (connection: HttpConnection): Promise<void> => {
      while (performance.now() - started < milliseconds) {
        await errand(connection);
        ended += 1;
      }
    };
    await Promise.all(connections.map(work));
    return (ended * 1_000) / (performance.now() - started);
  });

interface LatencyFigures {
  readonly p50: number;
  readonly p99: number;
}

interface OpenRate {
  readonly port: number;
  readonly perSecond: number;
  readonly milliseconds: number;
}

const MAX_CONNECTIONS = 64;

/** Milliseconds per request at a fixed arrival rate, independent of the requests before; waiting counts. */
export async function latency({ port, perSecond, milliseconds }: OpenRate, errand: Errand): Promise<LatencyFigures> {
  const times: number[] = [];
  await openLoop({ port, arrivals: evenArrivals(perSecond, milliseconds) }, async (connection, dueAt) => {
    await errand(connection);
    times.push(performance.now() - dueAt);
  });
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function* evenArrivals(perSecond: number, milliseconds: number): Generator<number> {
  for (let at = 0; at < milliseconds; at += 1_000 / perSecond) yield at;
}

interface OpenLoop {
  readonly port: number;
  /** Start times in milliseconds from now, in ascending order. */
  readonly arrivals: Iterable<number>;
}

/**
 * Starts a request whenever one is due, independent of the requests before, and waits for the last one. A request
 * without a free connection waits its turn, and the waiting counts.
 * @param errand is called with the time, by `performance.now()`, at which it was due
 * @throws the error of the first failed request
 */
export const openLoop = (
  { port, arrivals }: OpenLoop,
  errand: (connection: HttpConnection, dueAt: number) => Promise<unknown>,
): Promise<void> =>
  withConnections(port, MAX_CONNECTIONS, async (idle) => {
    const queue: number[] = [];
    const running = new Set<Promise<void>>();
    let failure: unknown;

    async function run(connection: HttpConnection, first: number): Promise<void> {
      let current = connection;
      for (let dueAt: number | undefined = first; dueAt !== undefined; dueAt = queue.shift()) {
        await errand(current, dueAt);
        if (!current.isOpen()) current = await openHttp(port);
      }
      idle.push(current); // The connection that has been idle longest is taken first, so that none times out.
    }

    function start(dueAt: number): void {
      const connection = idle.shift();
      if (!connection) return void queue.push(dueAt);
      const task = run(connection, dueAt)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(task));
      running.add(task);
    }

    const started = performance.now();
    for (const at of arrivals) {
      while (performance.now() - started < at) await sleep(1);
      start(started + at);
    }
    await Promise.all(running);
    if (failure !== undefined) throw failure;
  });
