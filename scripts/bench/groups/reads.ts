import { furnished } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, throughput } from '../load.ts';
import { inRounds, progress, type Result, type Setting } from '../measuring.ts';
import { turns, withStage } from '../stage.ts';

const CONNECTIONS = [32, 64];
const ROUND_MS = 1_000;

/** The dashboard of whoever is signed in, beside one row by its key and ready text from memory. */
export const reads = ({ url, rivals, rounds }: Setting): Promise<Result[]> =>
  withStage({ url, name: 'reads', owners: furnished(500, 100), rivals }, async (stage) => {
    const nextOwner = turns(stage.owners);
    const dashboard: Errand = (connection) =>
      connection.send(requestText('GET', '/api/dashboard', { cookie: nextOwner().cookie }));
    const plain: Errand = (connection) => connection.send(requestText('GET', `/${nextOwner().userId}`));
    const [row, memory] = [await stage.rival('row'), await stage.rival('memory')];
    const results: Result[] = [];
    for (const connections of CONNECTIONS) {
      progress(`reads, ${connections} connections`);
      const during = { connections, milliseconds: ROUND_MS };
      const found = await inRounds(rounds, {
        ours: () => throughput({ port: stage.product.port, ...during }, dashboard),
        row: () => throughput({ port: row.port, ...during }, plain),
        memory: () => throughput({ port: memory.port, ...during }, plain),
      });
      const what = `dashboard with session, ${connections} connections`;
      const line = (name: string, values: readonly number[], atLeast: number): Result => {
        return { goal: 5, what, unit: '/s', ours: found.ours, plain: { name, values }, atLeast };
      };
      results.push(
        line('Koa + pg row by key, no session', found.row, 1),
        line('Koa from memory, no session', found.memory, 0.4),
      );
    }
    return results;
  });
