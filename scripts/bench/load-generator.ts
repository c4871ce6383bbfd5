import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { quantile } from './measurement.ts';

/** One request, or a sequence of requests that counts as one, which a client sends on its connection. */
export type Operation = (connection: HttpConnection) => Promise<unknown>;

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

/**
 * A closed loop: every client starts its next operation as soon as the last one has ended.
 * @returns operations per second
 */
export async function closedLoop<Client>(
  { clients, milliseconds }: { readonly clients: readonly Client[]; readonly milliseconds: number },
  operation: (client: Client) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let completed = 0;
  const repeat = async (client: Client): Promise<void> => {
    while (performance.now() - startedAt < milliseconds) {
      await operation(client);
      completed += 1;
    }
  };
  await Promise.all(clients.map(repeat));
  return (completed * 1_000) / (performance.now() - startedAt);
}

interface ThroughputOptions {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
}

/** HTTP operations per second, in a closed loop on each connection. */
export const throughput = (
  { port, connections, milliseconds }: ThroughputOptions,
  operation: Operation,
): Promise<number> => withConnections(port, connections, (clients) => closedLoop({ clients, milliseconds }, operation));

interface LatencyOptions {
  readonly port: number;
  readonly perSecond: number;
  readonly milliseconds: number;
}

/** Latency in milliseconds at a fixed arrival rate; the wait for a free connection counts. */
export async function latency(
  { port, perSecond, milliseconds }: LatencyOptions,
  operation: Operation,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const times: number[] = [];
  await openLoop({ port, arrivals: evenArrivals(perSecond, milliseconds) }, async (connection, dueAt) => {
    await operation(connection);
    times.push(performance.now() - dueAt);
  });
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function* evenArrivals(perSecond: number, milliseconds: number): Generator<number> {
  for (let at = 0; at < milliseconds; at += 1_000 / perSecond) yield at;
}

const MAX_CONNECTIONS = 64;

interface OpenLoopOptions {
  readonly port: number;
  /** Start times in milliseconds from now, in ascending order. */
  readonly arrivals: Iterable<number>;
}

/**
 * An open loop: an operation starts when it is due, whether or not earlier ones have ended. Without a free connection
 * it waits, and the wait counts. The promise resolves when the last operation has ended.
 * @param operation is called with the time, by `performance.now()`, at which it was due
 * @throws the error of the first failed operation
 */
export const openLoop = (
  { port, arrivals }: OpenLoopOptions,
  operation: (connection: HttpConnection, dueAt: number) => Promise<unknown>,
): Promise<void> =>
  withConnections(port, MAX_CONNECTIONS, async (idle) => {
    const queue: number[] = [];
    const running = new Set<Promise<void>>();
    let failure: unknown;

    async function runFrom(connection: HttpConnection, firstDueAt: number): Promise<void> {
      let current = connection;
      for (let dueAt: number | undefined = firstDueAt; dueAt !== undefined; dueAt = queue.shift()) {
        await operation(current, dueAt);
        if (!current.isOpen()) current = await openHttp(port);
      }
      idle.push(current); // The connection that has been idle longest is used first, so that none times out.
    }

    function start(dueAt: number): void {
      const connection = idle.shift();
      if (!connection) return void queue.push(dueAt);
      const task = runFrom(connection, dueAt)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(task));
      running.add(task);
    }

    const startedAt = performance.now();
    for (const at of arrivals) {
      while (performance.now() - startedAt < at) await sleep(1);
      start(startedAt + at);
    }
    await Promise.all(running);
    if (failure !== undefined) throw failure;
  });
