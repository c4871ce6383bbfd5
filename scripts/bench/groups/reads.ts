import { makeOwners } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, throughput } from '../load.ts';
import { inRounds, logProgress, type Result, type Setting } from '../measuring.ts';
import { inTurns, withRunningProduct } from '../running-product.ts';

const CONNECTIONS = [32, 64];
const ROUND_MS = 1_000;

/** Measures the dashboard of a signed-in owner, beside one row by its key and ready text from memory. */
export const reads = ({ url, rivals, rounds }: Setting): Promise<Result[]> =>
  withRunningProduct({ url, name: 'reads', owners: makeOwners(500, 100), rivals }, async (running) => {
    const nextOwner = inTurns(running.owners);
    const dashboard: Errand = (connection) =>
      connection.send(requestText('GET', '/api/dashboard', { cookie: nextOwner().cookie }));
    const plain: Errand = (connection) => connection.send(requestText('GET', `/${nextOwner().userId}`));
    const [row, memory] = [await running.rival('row'), await running.rival('memory')];
    const results: Result[] = [];
    for (const connections of CONNECTIONS) {
      logProgress(`reads, ${connections} connections`);
      const load = { connections, milliseconds: ROUND_MS };
      const rates = await inRounds(rounds, {
        ours: () => throughput({ port: running.product.port, ...load }, dashboard),
        row: () => throughput({ port: row.port, ...load }, plain),
        memory: () => throughput({ port: memory.port, ...load }, plain),
      });
      const what = `dashboard with session, ${connections} connections`;
      const result = (name: string, values: readonly number[], atLeast: number): Result => {
        return { goal: 5, what, unit: '/s', ours: rates.ours, plain: { name, values }, atLeast };
      };
      results.push(
        result('Koa + pg row by key, no session', rates.row, 1),
        result('Koa from memory, no session', rates.memory, 0.4),
      );
    }
    return results;
  });
