import type { ClientBase } from 'pg';

/** Schemas under migration: all but the read model, which is rebuilt, and the table of applied migrations itself. */
export const MIGRATED_SCHEMAS: readonly string[] = [
  'log',
  'audit',
  'identity',
  'payments',
  'sandbox',
  'mail',
  'reactor',
  'limits',
  'access_log',
];

// NOT NULL is listed with the column: as constraints of their own (contype 'n') only some versions of PostgreSQL have
// it.
const CATALOG = `
with ours as (select oid, nspname from pg_namespace where nspname = any ($1)),
relations as (
  select c.*, ours.nspname || '.' || c.relname as full_name from pg_class c join ours on ours.oid = c.relnamespace
)
select 'schema ' || nspname as line from ours
union all
select concat_ws(' ', 'relation', full_name, relkind, relpersistence, reloptions::text, obj_description(oid, 'pg_class'))
  from relations where relkind <> 'i'
union all
select concat_ws(' ', 'column', full_name || '.' || attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(attidentity::text, ''),
    'generated ' || nullif(attgenerated::text, ''), 'collate ' || nullif(attcollation, 0)::regcollation::text,
    col_description(a.attrelid, attnum))
  from relations join pg_attribute a on a.attrelid = relations.oid and attnum > 0 and not attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
 where relkind in ('r', 'p', 'v')
union all
select concat_ws(' ', 'constraint', full_name, conname, pg_get_constraintdef(k.oid))
  from relations join pg_constraint k on k.conrelid = relations.oid where contype <> 'n'
union all
select 'index ' || pg_get_indexdef(oid) from relations where relkind = 'i'
union all
select concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
  from relations join pg_trigger t on t.tgrelid = relations.oid where not tgisinternal
union all
select pg_get_functiondef(p.oid) from pg_proc p join ours on ours.oid = p.pronamespace
 order by line`;

/**
 * A description of schemas by which two databases of the same server can be compared: tables, columns, constraints,
 * indexes, triggers and functions, a text each; without rights, which depend on the roles of a machine.
 */
export async function catalogOf(
  client: Pick<ClientBase, 'query'>,
  schemas = MIGRATED_SCHEMAS,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(CATALOG, [schemas]);
  return rows.map(({ line }) => line);
}
