import { ADDED_FIELDS } from '#domain/business/tables.ts';
import { LIST_NAMES, type ListName } from './list-rows.ts';

/** Raised with every change of SQL tables or of what rows hold, but for a field that is added to a table of fields. */
export const ROW_SHAPE = 7;

/** A read model of another shape is made anew from the log. */
export const READ_MODEL_SHAPE = ROW_SHAPE + ADDED_FIELDS;

/** The schema that serves. A rebuild fills another one and then takes this name, so no name inside says where it is. */
export const SERVING_SCHEMA = 'read';

/** SQL for how far a read model is; null: it has nothing yet. */
export const positionSql = (schema = SERVING_SCHEMA): string => `(select position from ${schema}.checkpoint)`;

/** The column that with `business_id` is the key of a list table, and its type. */
export const LIST_KEYS: Readonly<Record<ListName, { readonly column: string; readonly type: string }>> = {
  fixed_cost: { column: 'id', type: 'uuid' },
  variable_cost: { column: 'id', type: 'uuid' },
  month_revenue: { column: 'month', type: 'smallint' },
  ingredient: { column: 'id', type: 'uuid' },
  channel: { column: 'id', type: 'uuid' },
  preparation: { column: 'id', type: 'uuid' },
  dish: { column: 'id', type: 'uuid' },
};

/**
 * Tables of the read model in a schema of any name. Bodies are JSON text as it is sent, never looked into by SQL; they
 * stay in the row, uncompressed, as long as it fits a page, and room is left in pages to change them in place.
 */
export const readModelTables = (schema: string): string => `
create schema if not exists ${schema};

create table if not exists ${schema}.checkpoint (
  only_row boolean primary key default true check (only_row),
  shape integer not null,
  position text collate "C",
  generation integer not null default 1
);
insert into ${schema}.checkpoint (shape) values (${READ_MODEL_SHAPE}) on conflict do nothing;
comment on column ${schema}.checkpoint.position is 'of the last event that the rows contain; moves with them in one transaction';
comment on column ${schema}.checkpoint.generation is 'grows when someone else than the leading projector changes rows: its memory is then out of date';

create table if not exists ${schema}.business (
  business_id uuid primary key,
  owner_id uuid not null,
  dashboard text not null,
  break_even text not null,
  settings text not null,
  position text collate "C"
) with (fillfactor = 70, toast_tuple_target = 8160);
create index if not exists business_owner on ${schema}.business (owner_id);

${LIST_NAMES.map((list) => listTable(schema, list)).join('\n')}

create table if not exists ${schema}.account (
  user_id uuid primary key,
  access_granted boolean not null,
  payment_id text,
  chosen_business_id uuid
);

create table if not exists ${schema}.parked (
  kind text not null check (kind in ('business', 'account')),
  id uuid not null,
  position text collate "C" not null,
  error text not null,
  parked_at timestamptz not null default now(),
  primary key (kind, id)
);
comment on table ${schema}.parked is 'streams with an event that could not be folded: their rows are as of right before it';
`;

const listTable = (schema: string, list: ListName): string => `
create table if not exists ${schema}.${list} (
  business_id uuid not null,
  ${LIST_KEYS[list].column} ${LIST_KEYS[list].type} not null,
  sequence integer not null,
  body text not null,
  primary key (business_id, ${LIST_KEYS[list].column})
) with (fillfactor = 80, toast_tuple_target = 8160);
`;

/**
 * Makes the serving read model where there is none; one of an older shape gives way to an empty one, which the projector
 * fills again from the log. Idempotent; needs the owner role. Sent as one query it is one transaction.
 * @throws when a newer program has made the read model
 */
export async function migrateReadModel(client: { query(sql: string): Promise<unknown> }): Promise<void> {
  await client.query(`
    select pg_advisory_xact_lock(hashtextextended('read model schema', 0));
    do $$ declare held integer; begin
      if to_regclass('${SERVING_SCHEMA}.checkpoint') is null then return; end if;
      execute 'select shape from ${SERVING_SCHEMA}.checkpoint limit 1' into held;
      if held > ${READ_MODEL_SHAPE} then
        raise exception 'the read model has shape %, newer than this program', held;
      elsif held < ${READ_MODEL_SHAPE} then
        drop schema ${SERVING_SCHEMA} cascade;
      end if;
    end $$;
    ${readModelTables(SERVING_SCHEMA)}`);
}
