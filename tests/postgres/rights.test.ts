import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATED_SCHEMAS } from '#migrations/catalog.ts';
import { grantRights, requireRights } from '#migrations/grants.ts';
import { type ProductPart, PARTS, rightsOf } from '#migrations/rights.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { migrate } from '#processes/migrate.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { openSession } from '#postgres/session.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { databaseRoles, type TestRoles } from '#tests/support/database-roles.ts';
import { someEvents, someStream } from '#tests/contract/some-events.ts';

// Every role is checked against every table and function, so that everything that is not allowed here is refused.

let database: TestDatabase;
let roles: TestRoles;
beforeAll(async () => {
  database = await freshDatabase('postgres');
  roles = await databaseRoles(database);
});
afterAll(async () => {
  await roles.drop();
  await database.drop();
});

async function on<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { client, close } = await openSession({ connectionString, name: 'test', connectTimeoutMs: 10_000 });
  return work(client).finally(close);
}

const linesOf = (client: pg.Client, sql: string, values: unknown[]): Promise<string[]> =>
  client.query<{ line: string }>(sql, values).then(({ rows }) => rows.map(({ line }) => line));

const SCHEMAS = [...MIGRATED_SCHEMAS, 'migrations', 'read'];

/** Lists lines such as `log.events select` for all tables with all operations, and for all functions. */
const RIGHTS_SQL = `
select line from (
  select format('%s.%s %s', nspname, relname, privilege) as line, has_table_privilege($2, c.oid, privilege) as may
    from pg_class c join pg_namespace n on n.oid = relnamespace
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) privilege
   where nspname = any ($1) and relkind in ('r', 'v', 'p')
  union all
  select format('%s.%s()', nspname, proname), has_function_privilege($2, p.oid, 'execute')
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = any ($1)
  union all
  select format('%s create', nspname), has_schema_privilege($2, oid, 'create') from pg_namespace where nspname = any ($1)
) all_there_is where may order by line collate "C"`;

const everythingOf = (part: ProductPart): Promise<string[]> =>
  on(database.url, (client) => linesOf(client, RIGHTS_SQL, [SCHEMAS, roles.names[part]]));

const all = (table: string, ...privileges: readonly string[]): string[] => privileges.map((each) => `${table} ${each}`);
const read = (...tables: readonly string[]): string[] => tables.map((table) => `${table} select`);
const rows = (...tables: readonly string[]): string[] =>
  tables.flatMap((table) => all(table, 'delete', 'insert', 'select', 'update'));

const READ_MODEL = [
  'account',
  'business',
  'checkpoint',
  'dish',
  'fixed_cost',
  'ingredient',
  'channel',
  'month_revenue',
  'parked',
  'preparation',
  'variable_cost',
].map((table) => `read.${table}`);

const WATCHED = ['mail.outgoing', 'migrations.applied', 'reactor.checkpoint', 'reactor.failed'];
const TRAIL = ['audit.entry', 'audit.concern', 'audit.head', 'audit.check_run'];
const LOG = ['log.events', 'log.identity'];

/**
 * The rights are written down a second time on purpose, so that a change of one list has to be repeated in the other.
 */
const EXPECTED: Readonly<Record<ProductPart, readonly string[]>> = {
  api: [
    'log.append_one()',
    'log.append_many()',
    ...read(...LOG, ...TRAIL, ...WATCHED, ...READ_MODEL, 'mail.outbox'),
    ...all('identity.secret', 'insert', 'select'),
    ...all('identity.person', 'insert', 'select', 'update'),
    ...rows('identity.session', 'identity.used_state', 'identity.admin_try', 'identity.granted_email'),
    ...rows('payments.intent', 'payments.webhook', 'sandbox.charge', 'limits.counter'),
    ...all('access_log.entry', 'insert', 'select'),
  ],
  projector: [
    ...read(...LOG, ...TRAIL, ...WATCHED, 'audit.erased', 'payments.webhook'),
    'audit.entry insert',
    'audit.concern insert',
    'audit.head update',
    ...rows(...READ_MODEL),
  ],
  reactor: [
    'log.append_one()',
    'log.append_many()',
    'log.erase()',
    'audit.erase()',
    'access_log.purge()',
    ...read(...LOG, ...TRAIL, 'migrations.applied'),
    ...all('identity.secret', 'insert', 'select'),
    ...all('identity.person', 'select', 'update'),
    ...all('identity.session', 'delete', 'select', 'update'),
    ...all('identity.granted_email', 'delete', 'select'),
    ...rows('payments.intent', 'payments.webhook', 'sandbox.charge'),
    ...rows('mail.outgoing', 'mail.outbox', 'reactor.checkpoint', 'reactor.failed'),
    ...READ_MODEL.flatMap((table) => all(table, 'delete', 'select')),
  ],
};

test.each(PARTS)('the role %s may do exactly what it needs with every table and function', async (part) => {
  expect(await everythingOf(part)).toEqual([...new Set(EXPECTED[part])].toSorted());
});

const REFUSED_STATEMENTS: readonly (readonly [ProductPart, string])[] = [
  ['api', `select log.erase('business-1')`],
  ['api', `select audit.erase('business-1')`],
  ['api', 'update audit.head set number = 7'],
  ['api', `insert into audit.check_run values (now(), 1, 0)`],
  ['api', 'update read.checkpoint set position = null'],
  ['api', 'delete from access_log.entry'],
  ['projector', `select log.erase('business-1')`],
  ['projector', `select log.append_one('business-1', -1, gen_random_uuid(), 'Opened', 0, '{}', '{}')`],
  ['projector', 'select email from identity.person'],
  ['projector', 'update audit.entry set data = null'],
  ['reactor', 'update audit.head set number = 7'],
  ['reactor', 'insert into audit.entry select * from audit.entry'],
  ['reactor', 'update log.events set data = null'],
  ['reactor', `update read.account set access_granted = true`],
];

test.each(REFUSED_STATEMENTS)('the role %s may not execute %s', async (part, statement) => {
  await expect(on(roles.urls[part], (client) => client.query(statement))).rejects.toMatchObject({ code: '42501' });
});

test('only the reactor can empty a stream', async () => {
  const log = await createPostgresLog({ connectionString: roles.urls.api });
  const stream = someStream();
  await log.append(stream, 'none', someEvents(1));
  await expect(log.erase(stream)).rejects.toMatchObject({ name: 'LogUnavailable', cause: { code: '42501' } });
  await log.close();
  const its = await createPostgresLog({ connectionString: roles.urls.reactor });
  await its.erase(stream);
  await its.close();
  const left = await on(database.url, (client) =>
    client.query('select from log.events where stream = $1 and data is not null', [stream]),
  );
  expect(left.rowCount).toBe(0);
});

describe('rights of a role', () => {
  test('are revoked by a migration when the role had more than it needs', async () => {
    await on(database.url, (client) => grantRights(client, roles.names.api, PARTS));
    expect(await everythingOf('api')).toContain('log.erase()');
    await migrate({ url: database.url, ownerUrl: database.url, roles: roles.names });
    expect(await everythingOf('api')).not.toContain('log.erase()');
  });

  test('are not granted again when nothing is missing, because that would invalidate all query plans', async () => {
    await on(database.url, async (client) => {
      const version = async () => (await client.query('select xmin::text, oid from pg_class order by oid')).rows;
      const before = await version();
      await grantRights(client, roles.names.projector, ['projector']);
      expect(await version()).toEqual(before);
    });
  });

  test('are the same after a rebuild, and include the previous read model', async () => {
    const before = await Promise.all(PARTS.map(everythingOf));
    const log = await createPostgresLog({ connectionString: database.url });
    await rebuild({ log, connectionString: database.url });
    await log.close();
    expect(await Promise.all(PARTS.map(everythingOf))).toEqual(before);
    await on(roles.urls.reactor, (client) => client.query('delete from read_previous.business'));
  });

  test('are checked at the start, and missing ones are named', async () => {
    await on(roles.urls.reactor, (client) => requireRights(client, ['reactor']));
    await expect(on(roles.urls.api, (client) => requireRights(client, PARTS))).rejects.toMatchObject({
      kind: 'no_rights',
      message: expect.stringMatching(
        new RegExp(`^Role "${roles.names.api}" lacks "\\w+ on (table|function|schema) [\\w.]+".*npm run migrate`),
      ),
    });
  });

  test('cannot be granted to a role that does not exist, and the error says how to create it', async () => {
    const others = { ...roles.names, reactor: 'nobody_here' };
    await expect(migrate({ url: database.url, ownerUrl: database.url, roles: others })).rejects.toMatchObject({
      kind: 'no_role',
      message: expect.stringContaining('create role nobody_here login'),
    });
  });
});

/** Groups the rights as the operator's page does: each right with all objects that it applies to. */
function sqlOf(part: ProductPart): string {
  const role = `prumo_${part}`;
  const privileges = new Map<string, string[]>();
  for (const right of [...rightsOf([part], READ_MODEL)].toSorted()) {
    const [, privilege = '', object = ''] = /^(\w+) on (.*)$/.exec(right) ?? [];
    privileges.set(object, [...(privileges.get(object) ?? []), privilege]);
  }
  const objects = new Map<string, string[]>();
  for (const [object, held] of privileges) {
    const [kind = '', name = ''] = object.split(' ');
    const grant = `grant ${held.join(', ')} on ${kind}`;
    objects.set(grant, [...(objects.get(grant) ?? []), name]);
  }
  const grants = [...objects].map(([grant, names]) => `${grant}\n  ${names.toSorted().join(',\n  ')}\n  to ${role};`);
  return [`create role ${role} login password '…';`, ...grants.toSorted()].join('\n');
}

const HEAD = `-- The roles that the product runs as, and what each may do. "npm run migrate" gives these rights to the roles named in
-- DATABASE_ROLES by itself, and takes every other one from them: only the three "create role" are left to you.
-- A test writes this file.`;

test('scripts/ops/roles.sql grants what a migration grants', async () => {
  const sql = [HEAD, ...PARTS.map(sqlOf)].join('\n\n');
  await expect(`${sql}\n`).toMatchFileSnapshot('../../scripts/ops/roles.sql');
});

test('every table has a line in the rights that names its roles or states that it has none', async () => {
  const stated = readFileSync(fileURLToPath(new URL('../../src/migrations/rights.ts', import.meta.url)), 'utf8');
  const tables = await on(database.url, (client) =>
    linesOf(
      client,
      `select schemaname || '.' || tablename as line from pg_tables where schemaname = any ($1) order by 1`,
      [MIGRATED_SCHEMAS],
    ),
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((table) => !stated.includes(`'${table}': [`))).toEqual([]);
});
