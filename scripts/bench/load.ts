import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { quantile } from './measuring.ts';

/** One thing that a client does on its connection, to its end. */
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

/** Errands per second when every connection starts the next one as soon as it is through with one. */
export const throughput = ({ port, connections: count, milliseconds }: ClosedLoop, errand: Errand): Promise<number> =>
  withConnections(port, count, async (connections) => {
    const started = performance.now();
    let done = 0;
    const work = async (connection: HttpConnection): Promise<void> => {
      while (performance.now() - started < milliseconds) {
        await errand(connection);
        done += 1;
      }
    };
    await Promise.all(connections.map(work));
    return (done * 1_000) / (performance.now() - started);
  });

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

interface OpenRate {
  readonly port: number;
  readonly perSecond: number;
  readonly milliseconds: number;
}

const MOST_CONNECTIONS = 64;

/** Milliseconds per errand when they arrive at a fixed rate, whether or not those before are through; waiting counts. */
export async function latency({ port, perSecond, milliseconds }: OpenRate, errand: Errand): Promise<Latency> {
  const took: number[] = [];
  await openLoop({ port, arrivals: evenly(perSecond, milliseconds) }, async (connection, dueAt) => {
    await errand(connection);
    took.push(performance.now() - dueAt);
  });
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

function* evenly(perSecond: number, milliseconds: number): Generator<number> {
  for (let at = 0; at < milliseconds; at += 1_000 / perSecond) yield at;
}

interface OpenLoop {
  readonly port: number;
  /** When each errand is due, in milliseconds from now, the earliest first. */
  readonly arrivals: Iterable<number>;
}

/**
 * Begins an errand whenever one is due, whether or not those before are through, and waits for the last one. Those that no
 * connection is free for wait their turn, which counts from when they were due.
 * @param errand gets the instant, by `performance.now()`, at which it was due
 * @throws what the first errand that failed has thrown
 */
export const openLoop = (
  { port, arrivals }: OpenLoop,
  errand: (connection: HttpConnection, dueAt: number) => Promise<unknown>,
): Promise<void> =>
  withConnections(port, MOST_CONNECTIONS, async (idle) => {
    const queue: number[] = [];
    const running = new Set<Promise<void>>();
    let failure: unknown;

    async function run(connection: HttpConnection, first: number): Promise<void> {
      let free = connection;
      for (let dueAt: number | undefined = first; dueAt !== undefined; dueAt = queue.shift()) {
        await errand(free, dueAt);
        if (!free.isOpen()) free = await openHttp(port);
      }
      idle.push(free); // the one that has been idle longest is taken first: none is so for long
    }

    function arrive(dueAt: number): void {
      const connection = idle.shift();
      if (!connection) return void queue.push(dueAt);
      const one = run(connection, dueAt)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(one));
      running.add(one);
    }

    const started = performance.now();
    for (const at of arrivals) {
      while (performance.now() - started < at) await sleep(1);
      arrive(started + at);
    }
    await Promise.all(running);
    if (failure !== undefined) throw failure;
  });
