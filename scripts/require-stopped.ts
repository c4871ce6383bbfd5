import { StartProblem } from '#processes/start-error.ts';
import { waitUntil } from '#runtime/waiting.ts';
import { withClient } from './with-client.ts';

/**
 * The session names of operator's commands. Every process of the product has further sessions, even when it is idle or
 * on standby.
 */
const OPERATOR_SESSIONS = ['prumo-operator', 'prumo-start'];

/** PostgreSQL may list the sessions of an ended process for this long. */
const SESSION_END_MS = 2_000;

/** @throws StartProblem if a process of the product uses this database */
export const requireStopped = (connectionString: string): Promise<void> =>
  withClient(connectionString, async (client) => {
    let names: readonly string[] = [];
    const isStopped = async (): Promise<boolean> => {
      const { rows } = await client.query<{ name: string }>(
        `select distinct application_name as name from pg_stat_activity
         where datname = current_database() and application_name like 'prumo%' and application_name <> all ($1)
         order by 1`,
        [OPERATOR_SESSIONS],
      );
      names = rows.map(({ name }) => name);
      return names.length === 0;
    };
    if (await waitUntil(isStopped, { everyMs: 100, withinMs: SESSION_END_MS })) return;
    throw new StartProblem(
      `The product runs on this database (${names.join(', ')}): stop all of its processes first. Nothing was changed.`,
    );
  });
