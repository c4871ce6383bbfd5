import type { ClientBase } from 'pg';
import { LOG_SCHEMA } from './schema.ts';

/** Any number that nobody else takes: two processes that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_213_001;

const grantsTo = (role: string): string => `
grant usage on schema log to ${role};
grant select on all tables in schema log to ${role};
grant execute on function log.append_one, log.append_many, log.erase to ${role};
`;

/**
 * Makes or updates schema `log`, in one transaction; safe to repeat and to run from several processes at once. Run it
 * as the owner. `runtimeRole`, if such a role exists, may afterwards read the tables and call append and erase: nothing
 * else, so not even a stolen password of that role can change an event.
 */
export async function migrateLog(
  client: ClientBase,
  { runtimeRole }: { readonly runtimeRole?: string } = {},
): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('set local client_min_messages = warning');
    await client.query(LOG_SCHEMA);
    const found = await client.query('select 1 from pg_roles where rolname = $1', [runtimeRole ?? null]);
    if (runtimeRole !== undefined && found.rows.length > 0)
      await client.query(grantsTo(client.escapeIdentifier(runtimeRole)));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
