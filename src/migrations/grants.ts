import type { ClientBase } from 'pg';
import { NOTED_IN } from './applied-migrations.ts';

/** Rows come and go in these, tables do not. */
const ROWS = ['identity', 'payments', 'sandbox', 'reactor', 'limits', 'mail'];

/**
 * Gives the role that the product runs as what it may do with primary data, and nothing else: add to the log and erase
 * from it through functions only, add to the audit trail and to the access log, never change what is there. So not even
 * a stolen password of that role can change an event. Safe to repeat, as the owner.
 */
export async function grantPrimaryData(client: ClientBase, runtimeRole: string): Promise<void> {
  const role = client.escapeIdentifier(runtimeRole);
  await client.query(`
    grant usage on schema log to ${role};
    grant select on all tables in schema log to ${role};
    grant execute on function log.append_one, log.append_many, log.erase to ${role};

    grant usage on schema audit to ${role};
    grant select on all tables in schema audit to ${role};
    grant insert on audit.entry, audit.concern, audit.check_run to ${role};
    grant update on audit.head to ${role};
    grant execute on function audit.erase to ${role};

    grant usage on schema access_log to ${role};
    grant select, insert on access_log.entry to ${role};
    grant execute on function access_log.purge() to ${role};

    ${ROWS.map(
      (schema) => `
    grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};`,
    ).join('')}

    grant usage on schema ${NOTED_IN.schema} to ${role};
    grant select on ${NOTED_IN.schema}.${NOTED_IN.table} to ${role}`);
}
