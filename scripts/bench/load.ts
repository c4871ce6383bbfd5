import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { quantile } from './statistics.ts';

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

interface Closed {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
}

/** Errands per second when every connection starts the next one as soon as it is through with one. */
export const throughput = ({ port, connections: count, milliseconds }: Closed, errand: Errand): Promise<number> =>
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

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

interface Open {
  readonly port: number;
  readonly perSecond: number;
  readonly milliseconds: number;
}

const MOST_CONNECTIONS = 64;

/** Milliseconds per errand when they arrive at a fixed rate, whether or not those before are through; waiting counts. */
export const latency = ({ port, perSecond, milliseconds }: Open, errand: Errand): Promise<Latency> =>
  withConnections(port, MOST_CONNECTIONS, async (idle) => {
    const took: number[] = [];
    const queue: number[] = [];
    const running = new Set<Promise<void>>();
    let failure: unknown;

    async function run(connection: HttpConnection, arrivedAt: number): Promise<void> {
      await errand(connection);
      took.push(performance.now() - arrivedAt);
      const next = queue.shift();
      if (next === undefined) idle.push(connection);
      else await run(connection, next);
    }

    function arrive(): void {
      const connection = idle.pop();
      if (!connection) return void queue.push(performance.now());
      const one = run(connection, performance.now())
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(one));
      running.add(one);
    }

    const started = performance.now();
    for (let arrived = 0; performance.now() - started < milliseconds; await sleep(1))
      for (; arrived < ((performance.now() - started) / 1_000) * perSecond; arrived += 1) arrive();
    await Promise.all(running);
    if (failure !== undefined) throw failure;
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
  });
