import { logIdOf } from '#eventstore/port.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import { REACTOR_SCHEMA } from '#projections/runner/reactor-record.ts';
import type { ClientBase } from 'pg';
import { StartProblem } from './start-error.ts';

interface Options {
  readonly client: Pick<ClientBase, 'query'>;
  /** The id of the log that this process uses. */
  readonly logId: string;
  /** The address of the EventStoreDB; undefined if the log is in the database. */
  readonly eventStoreUrl: string | undefined;
}

const FOLLOWERS_SQL = `
  select 'the read model' as name, position from ${SERVING_SCHEMA}.checkpoint where position is not null
  union all
  select 'reactor ' || name, position from ${REACTOR_SCHEMA}.checkpoint where position is not null`;

/**
 * Requires that the read model and the reactors of this database follow the log of this process. Otherwise its changes
 * and payments would never reach them.
 * @throws StartProblem that names both logs, and the solution
 */
export async function requireSameLog({ client, logId, eventStoreUrl }: Options): Promise<void> {
  const { rows } = await client.query<{ name: string; position: string }>(FOLLOWERS_SQL);
  const otherLogs = rows.filter(({ position }) => logIdOf(position) !== logId);
  const [first] = otherLogs;
  if (!first) return;
  const names = otherLogs.map(({ name }) => name).join(', ');
  const [ownLog, solution] =
    eventStoreUrl === undefined
      ? ['the PostgreSQL of DATABASE_URL', 'set EVENT_STORE_URL here as in the other processes']
      : ['the EventStoreDB of EVENT_STORE_URL', 'put the address that the other processes have into EVENT_STORE_URL'];
  throw new StartProblem(
    `This process has event log ${logId} (${ownLog}), but of the same database ${names} stand on event log ` +
      `${logIdOf(first.position)}: ${solution}; after "npm run move-log" run "npm run rebuild".`,
  );
}
