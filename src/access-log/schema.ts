import type { ClientBase, Pool } from 'pg';

/**
 * Schema `access_log`: who used the product from which address and when, kept for six months because the law wants it
 * (Marco Civil da Internet, art. 15), in a table of its own that nothing joins. Idempotent.
 *
 * The product may add rows, show them to the person they are about, and have old ones removed; it can change none and
 * remove no younger one.
 */
const SCHEMA = `
select pg_advisory_xact_lock(hashtextextended('access log schema', 0));

create schema if not exists access_log;

create table if not exists access_log.entry (
  id         uuid primary key,
  at         timestamptz not null,
  kind       text not null check (kind in ('session_started', 'used')),
  account_id uuid not null,
  ip         inet not null,
  port       integer check (port between 1 and 65535)
);
comment on column access_log.entry.port is 'of the caller; null where a proxy stands between and does not tell';
create index if not exists entry_at on access_log.entry (at);
create index if not exists entry_account_id on access_log.entry (account_id, at);

create or replace function access_log.purge() returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from access_log.entry where at < now() - interval '6 months' returning 1)
  select count(*) from gone
$$;

revoke all on schema access_log from public;
revoke all on all tables in schema access_log from public;
revoke execute on all functions in schema access_log from public;
`;

/** Makes or updates the schema, as the owner. `runtimeRole`: another role that may add, read and purge, nothing else. */
export async function migrateAccessLog(
  client: Pick<ClientBase | Pool, 'query'> & { escapeIdentifier(name: string): string },
  { runtimeRole }: { readonly runtimeRole?: string } = {},
): Promise<void> {
  await client.query(SCHEMA);
  if (runtimeRole === undefined) return;
  const role = client.escapeIdentifier(runtimeRole);
  await client.query(`
    grant usage on schema access_log to ${role};
    grant select, insert on access_log.entry to ${role};
    grant execute on function access_log.purge() to ${role}`);
}
