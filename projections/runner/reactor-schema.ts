/** How far every reactor is, and what it could not do. Not part of the read model: a rebuild leaves it alone. */
export const REACTOR_SCHEMA = 'reactor';

/** Idempotent; needs the owner role. Sent as one query it is one transaction. */
export async function migrateReactors(client: { query(sql: string): Promise<unknown> }): Promise<void> {
  await client.query(`
    select pg_advisory_xact_lock(hashtextextended('reactor schema', 0));
    create schema if not exists ${REACTOR_SCHEMA};
    create table if not exists ${REACTOR_SCHEMA}.checkpoint (
      name text primary key,
      position text collate "C"
    );
    create table if not exists ${REACTOR_SCHEMA}.failed (
      name text not null,
      position text collate "C" not null,
      stream text not null,
      revision bigint not null,
      type text not null,
      error text not null,
      failed_at timestamptz not null default now(),
      primary key (name, position)
    );
    comment on table ${REACTOR_SCHEMA}.failed is
      'events that a reactor could not handle: set aside so that the others go on, tried again when it starts'`);
}
