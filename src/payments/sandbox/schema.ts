import type { ClientBase, Pool } from 'pg';

/**
 * The charges of the provider without real money: what a real one keeps on its side. No payer. Idempotent; sent as one
 * query it is one transaction, and the lock keeps two starting processes from creating the same table at once.
 */
const sandboxSchema = `
select pg_advisory_xact_lock(hashtextextended('sandbox schema', 0));

create schema if not exists sandbox;

create table if not exists sandbox.charge (
  id             text primary key,
  reference      text not null unique,
  seq            bigint generated always as identity unique,
  cents          integer not null check (cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and cents),
  status         text not null default 'PENDING',
  description    text not null,
  copy_paste     text not null,
  due_at         timestamptz not null,
  created_at     timestamptz not null
);
`;

/** Creates what is missing in schema `sandbox`; needs the owner role. */
export async function migrateSandbox(client: Pick<ClientBase | Pool, 'query'>): Promise<void> {
  await client.query(sandboxSchema);
}
