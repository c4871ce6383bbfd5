import { ADDED_FIELD_COUNT } from '#domain/business/entity-fields.ts';
import { LIST_NAMES, type ListName } from '#read-model/list-rows.ts';
import { LIST_KEYS, SERVING_SCHEMA } from '#read-model/tables.ts';

/**
 * A number that is raised with every change of SQL tables or of the content of rows, except for a field that is added
 * to a table of fields.
 */
export const ROW_SHAPE = 8;

/** The version of the read model: one with another shape is rebuilt from the log. */
export const READ_MODEL_SHAPE = ROW_SHAPE + ADDED_FIELD_COUNT;

/**
 * SQL for the tables of the read model in the given schema. Bodies are JSON text exactly as sent, never read by SQL.
 * They stay in the row, uncompressed, while they fit a page, and pages keep free space for updates in place.
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
 * Creates the read model where there is none. One of an older shape goes on serving until a rebuild replaces it.
 * Idempotent; needs the owner role.
 * @returns true if the read model has an older shape and needs a rebuild
 * @throws when a newer program has made the read model
 */
export async function migrateReadModel(client: {
  query(sql: string): Promise<{ rows: { shape?: number }[] }>;
}): Promise<boolean> {
  // The statements are sent as one query and therefore one transaction.
  await client.query(`
    select pg_advisory_xact_lock(hashtextextended('read model schema', 0));
    do $migration$ begin
      if to_regclass('${SERVING_SCHEMA}.checkpoint') is null then
        ${readModelTables(SERVING_SCHEMA)}
      end if;
    end $migration$`);
  const { rows } = await client.query(`select shape from ${SERVING_SCHEMA}.checkpoint limit 1`);
  const shape = rows[0]?.shape ?? 0;
  if (shape > READ_MODEL_SHAPE) throw new Error(`the read model has shape ${shape}, newer than this program`);
  return shape < READ_MODEL_SHAPE;
}
