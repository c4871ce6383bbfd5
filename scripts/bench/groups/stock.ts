import { withStockPostgres } from '../bench-postgres.ts';
import { furnished } from '../businesses.ts';
import { type Errand, throughput } from '../load.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { type Stage, withStage } from '../stage.ts';
import { withClient } from '../../with-client.ts';
import { errandsTo } from './commands.ts';
import { dashboardOf } from './reads.ts';

const CONNECTIONS = 32;
const ROUND_MS = 1_000;
const OURS = 'the same on the PostgreSQL that comes along';

/**
 * The product on a PostgreSQL as an operator has it, with everything as it was installed, beside the one that comes along:
 * nothing that makes it fast may rest on the server.
 */
export const stock = ({ url, rivals, rounds }: Setting): Promise<Result[]> =>
  withStockPostgres(async (stockUrl) => {
    const server = await nameOf(stockUrl);
    const cast = { owners: furnished(500, 100), rivals };
    return withStage({ ...cast, url, name: 'beside_stock' }, (ours) =>
      withStage({ ...cast, url: stockUrl, name: 'stock' }, (theirs) => measured({ ours, theirs, server, rounds })),
    );
  });

/** `stock PostgreSQL 15.14 with jit`: a build may be without, whatever its setting says. */
async function nameOf(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ version: string; jit: boolean }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version, pg_jit_available() as jit
         from set_config('jit', 'on', true)`,
    ),
  );
  return `stock PostgreSQL ${rows[0]?.version} ${rows[0]?.jit ? 'with' : 'built without'} jit`;
}

interface Measured {
  readonly ours: Stage;
  readonly theirs: Stage;
  readonly server: string;
  readonly rounds: number;
}

async function measured({ ours, theirs, server, rounds }: Measured): Promise<Result[]> {
  progress(`stock, ${CONNECTIONS} connections`);
  const each = (stage: Stage, errand: Errand) => (): Promise<number> =>
    throughput({ port: stage.product.port, connections: CONNECTIONS, milliseconds: ROUND_MS }, errand);
  const found = await inRounds(rounds, {
    readsOurs: each(ours, dashboardOf(ours)),
    reads: each(theirs, dashboardOf(theirs)),
    commandsOurs: each(ours, errandsTo(ours).acknowledged),
    commands: each(theirs, errandsTo(theirs).acknowledged),
  });
  const line = (what: string, values: readonly number[], plain: readonly number[]): Result => ({
    goal: 3,
    what: `${what}, ${CONNECTIONS} connections, ${server}`,
    unit: '/s',
    ours: values,
    plain: { name: OURS, values: plain },
    wanted: { atLeast: 0.8 },
  });
  return [
    line('dashboard with session', found.reads, found.readsOurs),
    line('commands/s acknowledged', found.commands, found.commandsOurs),
  ];
}
