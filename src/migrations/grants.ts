import type { ClientBase } from 'pg';
import { MigrationProblem } from './migration.ts';
import { type ProductPart, type Right, RIGHTS_SCHEMAS, rightsOf } from './rights.ts';

/**
 * Gives a role the rights of these parts and revokes all others, in one transaction. Where the rights are correct
 * already nothing is done, because a grant makes every session plan again. Safe to repeat; needs the owner role.
 * @throws MigrationProblem when the role does not exist
 */
export async function grantRights(client: ClientBase, role: string, parts: readonly ProductPart[]): Promise<void> {
  const current = await readRights(client, role);
  const needed = rightsOf(parts, await listTables(client));
  const name = client.escapeIdentifier(role);
  const changes = [
    ...[...current].filter((right) => !needed.has(right)).map((right) => `revoke ${right} from ${name}`),
    ...[...needed].filter((right) => !current.has(right)).map((right) => `grant ${right} to ${name}`),
  ];
  if (changes.length > 0) await client.query(`begin; ${changes.join('; ')}; commit`);
}

/** @throws MigrationProblem when the role of this connection lacks a right that these parts need */
export async function requireRights(client: Pick<ClientBase, 'query'>, parts: readonly ProductPart[]): Promise<void> {
  const needed = [...rightsOf(parts, ['read.checkpoint'])];
  const { rows } = await client.query<{ role: string; missing: Right | null }>(MISSING_RIGHT, [needed]);
  const [row] = rows;
  if (row === undefined) return;
  throw new MigrationProblem(
    'no_rights',
    `Role "${row.role}" lacks "${row.missing}", which ${parts.join(' and ')} need: name it in DATABASE_ROLES and run "npm run migrate" with the owner in DATABASE_OWNER_URL.`,
  );
}

/** The rights granted to a role itself, such as `select on table log.events`. @throws MigrationProblem */
async function readRights(client: ClientBase, role: string): Promise<ReadonlySet<Right>> {
  const { rows: roles } = await client.query<{ oid: string }>('select oid from pg_roles where rolname = $1', [role]);
  const [roleRow] = roles;
  if (!roleRow)
    throw new MigrationProblem(
      'no_role',
      `There is no database role "${role}", which DATABASE_ROLES or DATABASE_URL names: create role ${role} login password '…'.`,
    );
  const { rows } = await client.query<{ held: Right }>(CURRENT_RIGHTS, [RIGHTS_SCHEMAS, roleRow.oid]);
  return new Set(rows.map(({ held }) => held));
}

async function listTables(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = any ($1) order by name`,
    [RIGHTS_SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

const CURRENT_RIGHTS = `
with ours as (select oid, nspname, nspacl from pg_namespace where nspname = any ($1)),
given as (
  select 'schema ' || nspname as on_what, entry.privilege_type, entry.grantee from ours, aclexplode(nspacl) entry
  union all
  select 'table ' || nspname || '.' || relname, entry.privilege_type, entry.grantee
    from pg_class join ours on ours.oid = relnamespace, aclexplode(relacl) entry where relkind = 'r'
  union all
  select 'function ' || nspname || '.' || proname, entry.privilege_type, entry.grantee
    from pg_proc join ours on ours.oid = pronamespace, aclexplode(proacl) entry
)
select lower(privilege_type) || ' on ' || on_what as held from given where grantee = $2::oid`;

/** The missing rights, whether granted directly, by membership of a group, or by ownership. */
const MISSING_RIGHT = `
with wanted as (
  select line, parts[1] as privilege, parts[2] as kind, parts[3] as schema, parts[4] as name
    from unnest($1::text[]) as line, regexp_match(line, '^(\\w+) on (\\w+) (\\w+)\\.?(\\w*)$') as parts
)
select current_user as role, line as missing from wanted left join pg_namespace n on n.nspname = schema
 where not coalesce(case kind
   when 'schema' then has_schema_privilege(n.oid, privilege)
   when 'table' then (select has_table_privilege(c.oid, privilege) from pg_class c
     where c.relnamespace = n.oid and c.relname = wanted.name)
   else (select has_function_privilege(p.oid, privilege) from pg_proc p
     where p.pronamespace = n.oid and p.proname = wanted.name)
   end, false)
 limit 1`;
