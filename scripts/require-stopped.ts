import { StartProblem } from '#processes/start-error.ts';
import { waitUntil } from '#runtime/waiting.ts';
import { withClient } from './with-client.ts';

/**
 * Names of the sessions of an operator's command. Every process of the product holds other sessions, also while idle or
 * standing by.
 */
const OPERATORS = ['prumo-operator', 'prumo-start'];

/** PostgreSQL may list the sessions of an ended process for a moment, in milliseconds. */
const GRACE_MS = 2_000;

/** @throws StartProblem where a process of the product uses this database */
export const requireStopped = (connectionString: string): Promise<void> =>
  withClient(connectionString, async (client) => {
    let names: readonly string[] = [];
    const isFree = async (): Promise<boolean> => {
      const { rows } = await client.query<{ name: string }>(
        `select distinct application_name as name from pg_stat_activity
         where datname = current_database() and application_name like 'prumo%' and application_name <> all ($1)
         order by 1`,
        [OPERATORS],
      );
      names = rows.map(({ name }) => name);
      return names.length === 0;
    };
    if (await waitUntil(isFree, { everyMs: 100, withinMs: GRACE_MS })) return;
    throw new StartProblem(
      `The product runs on this database (${names.join(', ')}): stop all of its processes first. Nothing was changed.`,
    );
  });
