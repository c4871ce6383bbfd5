import { makeOwners } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Operation, throughput } from '../load-generator.ts';
import { type BenchmarkOptions, inRounds, logProgress, type Result } from '../measurement.ts';
import { roundRobin, withRunningProduct } from '../running-product.ts';

const CONNECTIONS = [32, 64];
const ROUND_MS = 1_000;

/**
 * Measures dashboard reads per second of signed-in owners. The baselines check no session: one selects a row by its
 * key, the other responds with text from memory.
 */
export const reads = (options: BenchmarkOptions): Promise<Result[]> =>
  withRunningProduct({ ...options, name: 'reads', owners: makeOwners(500, 100) }, async (running) => {
    const nextOwner = roundRobin(running.owners);
    const readDashboard: Operation = (connection) =>
      connection.send(requestText('GET', '/api/dashboard', { cookie: nextOwner().cookie }));
    const readBaseline: Operation = (connection) => connection.send(requestText('GET', `/${nextOwner().userId}`));
    const [row, memory] = [await running.startBaseline('row'), await running.startBaseline('memory')];
    const results: Result[] = [];
    for (const connections of CONNECTIONS) {
      logProgress(`reads, ${connections} connections`);
      const load = { connections, milliseconds: ROUND_MS };
      const rates = await inRounds(options.rounds, {
        product: () => throughput({ port: running.product.port, ...load }, readDashboard),
        row: () => throughput({ port: row.port, ...load }, readBaseline),
        memory: () => throughput({ port: memory.port, ...load }, readBaseline),
      });
      const metric = `dashboard with session, ${connections} connections`;
      const compareWith = (name: string, values: readonly number[], atLeast: number): Result => {
        return { goal: '5 reads', metric, unit: '/s', values: rates.product, baseline: { name, values }, atLeast };
      };
      results.push(
        compareWith('Koa + pg row by key, no session', rates.row, 1),
        compareWith('Koa from memory, no session', rates.memory, 0.4),
      );
    }
    return results;
  });
