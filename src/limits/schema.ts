import type { ClientBase, Pool } from 'pg';

/**
 * Schema `limits`: counts that all processes share, in the form that rate-limiter-flexible works with. Nothing is lost
 * when it is lost, so it does without the write-ahead log. Idempotent.
 */
const SCHEMA = `
select pg_advisory_xact_lock(hashtextextended('limits schema', 0));
create schema if not exists limits;
create unlogged table if not exists limits.counter (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on column limits.counter.expire is 'milliseconds since 1970';
`;

/** Creates what is missing; needs the owner role. */
export async function migrateLimits(client: Pick<ClientBase | Pool, 'query'>): Promise<void> {
  await client.query(SCHEMA);
}
