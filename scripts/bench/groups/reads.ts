import { furnished } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, throughput } from '../load.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { type Stage, turns, withStage } from '../stage.ts';

const CONNECTIONS = [32, 64];
const ROUND_MS = 1_000;

/** The dashboard of whoever is signed in, beside one row by its key, ready text from memory, and SQL over the tables. */
export const reads = ({ url, rivals, rounds }: Setting): Promise<Result[]> =>
  withStage({ url, name: 'reads', owners: furnished(500, 100), rivals }, async (stage) => {
    const nextOwner = turns(stage.owners);
    const dashboard = dashboardOf(stage);
    const plain: Errand = (connection) => connection.send(requestText('GET', `/${nextOwner().userId}`));
    const [row, memory, sql] = [await stage.rival('row'), await stage.rival('memory'), await stage.rival('sql')];
    const results: Result[] = [];
    for (const connections of CONNECTIONS) {
      progress(`reads, ${connections} connections`);
      const during = { connections, milliseconds: ROUND_MS };
      const found = await inRounds(rounds, {
        ours: () => throughput({ port: stage.product.port, ...during }, dashboard),
        row: () => throughput({ port: row.port, ...during }, plain),
        memory: () => throughput({ port: memory.port, ...during }, plain),
        sql: () => throughput({ port: sql.port, ...during }, plain),
      });
      const line = (name: string, values: readonly number[], atLeast: number): Result => ({
        goal: 3,
        what: `dashboard with session, ${connections} connections`,
        unit: '/s',
        ours: found.ours,
        plain: { name, values },
        wanted: { atLeast },
      });
      results.push(
        line('Koa + pg row by key, no session', found.row, 2),
        line('Koa from memory, no session', found.memory, 0.6),
        line('Koa + SQL per request, no session', found.sql, 15),
      );
    }
    return results;
  });

/** The dashboards of a stage's owners in turn. */
export function dashboardOf(stage: Stage): Errand {
  const nextOwner = turns(stage.owners);
  return (connection) =>
    connection.send(
      requestText('GET', '/api/dashboard', { headers: { Accept: 'application/json', Cookie: nextOwner().cookie } }),
    );
}
