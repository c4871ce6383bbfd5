import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '#projections/runner/verify.ts';
import { migrate } from '#processes/migrate.ts';
import { catalogOf, MIGRATED_SCHEMAS } from '#migrations/catalog.ts';
import { BASELINE, migrationNames, MIGRATIONS_FOLDER, readAppliedMigrations } from '#migrations/migration.ts';
import { migratePrimaryData } from '#migrations/primary-data.ts';
import { startApi } from '#tests/support/api.ts';
import { freshDatabase, openLogOf, type TestDatabase } from '#tests/support/database.ts';
import { backUp } from '../../scripts/backup.ts';
import { restore } from '../../scripts/restore.ts';
import { verifyAuditLog } from '../../scripts/verify-audit.ts';

/** A plain dump of a database of the last version without numbered migrations. */
const OLD_DUMP = readFileSync(
  fileURLToPath(new URL('./fixtures/before-numbered-migrations.sql', import.meta.url)),
  'utf8',
);
const EVENTS_BEFORE = 135;

const role = `runtime_${randomUUID().slice(0, 8)}`;
const databases: TestDatabase[] = [];
let folder: string;

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase('postgres');
  databases.push(database);
  return database;
}

async function oldDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await on(database.url, (client) => client.query(OLD_DUMP.replaceAll('prumo_runtime', role)));
  return database;
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The address of the same database for the role of the product. */
function asRuntime({ url }: TestDatabase): string {
  const its = new URL(url);
  [its.username, its.password] = [role, 'runtime'];
  return its.href;
}

const migrateWithRole = (database: TestDatabase): Promise<boolean> =>
  migrate({ url: asRuntime(database), ownerUrl: database.url });

const GRANTS = `
select concat_ws(' ', 'schema', nspname, rights.grantee::regrole, rights.privilege_type) as line
  from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) rights
 where nspname = any ($1)
union all
select concat_ws(' ', relname, nspname, rights.grantee::regrole, rights.privilege_type)
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace,
    aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))) rights
 where nspname = any ($1) and relkind in ('r', 'S')
union all
select concat_ws(' ', proname, nspname, rights.grantee::regrole, rights.privilege_type)
  from pg_proc join pg_namespace on pg_namespace.oid = pronamespace,
    aclexplode(coalesce(proacl, acldefault('f', proowner))) rights
 where nspname = any ($1)
 order by line`;

const EVERYTHING = [...MIGRATED_SCHEMAS, 'read', 'migrations'];

/** Describes the schemas of a database and the rights on them. */
const shapeOf = (database: TestDatabase): Promise<readonly string[]> =>
  on(database.url, async (client) => {
    const { rows } = await client.query<{ line: string }>(GRANTS, [EVERYTHING]);
    return [...(await catalogOf(client, EVERYTHING)), ...rows.map(({ line }) => line)];
  });

const appliedTo = ({ url }: TestDatabase) => on(url, readAppliedMigrations);

beforeAll(async () => {
  const database = await emptyDatabase();
  await on(database.url, (client) => client.query(`create role ${role} login password 'runtime'`));
});
afterAll(async () => {
  const [first] = databases;
  for (const { url } of databases) await on(url, (client) => client.query(`drop owned by ${role}`));
  if (first) await on(first.url, (client) => client.query(`drop role ${role}`));
  for (const database of databases) await database.drop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-migrations-'));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('database from before numbered migrations', () => {
  test('is migrated without a change to any event, then serves requests and passes its verifications', async () => {
    const database = await oldDatabase();
    const log = await openLogOf(database);
    const rows = () => on(database.url, (client) => client.query('select * from log.events order by position'));
    const before = (await rows()).rows;
    expect(before).toHaveLength(EVENTS_BEFORE);

    expect(await migrateWithRole(database)).toBe(true);
    expect(await appliedTo(database)).toEqual(migrationNames());
    expect((await rows()).rows).toEqual(before);

    const api = await startApi({ storage: { url: asRuntime(database), ownerUrl: database.url } });
    const dona = await api.signIn('dona@exemplo.com');
    const made = await dona.call('POST', '/api/fixed-costs', { body: { name: 'Depois da migração', value: 1 } });
    expect(made.status).toBe(201);
    const position = made.headers.get('X-Position') ?? '';
    // A read model of an older shape is projected again first, which takes a while.
    const costs = () => dona.call('GET', '/api/fixed-costs', { headers: { 'X-Read-After': position } });
    await expect.poll(async () => (await costs()).text).toMatch(/Contador.*Depois da migração/);

    const whole = { url: database.url, ownerUrl: database.url, folders: [], close: async () => undefined };
    const trail = () => verifyAuditLog(whole, { log, anchorsPath: join(folder, 'no anchors') });
    await expect.poll(async () => (await trail()).entries).toBeGreaterThan(EVENTS_BEFORE);
    expect((await trail()).problems).toEqual([]);
    const { differences, parked, failed, businesses } = await verify({ log, connectionString: database.url });
    expect([differences, parked, failed]).toEqual([[], [], []]);
    expect(businesses).toBeGreaterThan(1);
    await api.stop();
    await log.close();
  });

  test('has the same schemas and rights as a new database afterwards', async () => {
    const [old, fresh] = [await oldDatabase(), await emptyDatabase()];
    await migrateWithRole(old);
    await migrateWithRole(fresh);
    const shape = await shapeOf(fresh);
    expect(shape.length).toBeGreaterThan(500);
    expect(await shapeOf(old)).toEqual(shape);
  });

  test.each([
    ['a missing column', 'alter table mail.outgoing drop column tries', 'without column mail.outgoing.tries integer'],
    ['an additional column', 'alter table mail.outgoing add column other text', 'with column mail.outgoing.other text'],
    ['a missing function', 'drop function audit.erase', 'without CREATE OR REPLACE FUNCTION audit.erase'],
    ['a missing trigger', 'drop trigger append_only on log.events', 'without CREATE TRIGGER append_only'],
    ['a missing schema', 'drop schema sandbox cascade', 'more differences'],
  ])('is refused unchanged when it has %s', async (_, change, told) => {
    const database = await oldDatabase();
    await on(database.url, (client) => client.query(change));
    const before = await shapeOf(database);
    await expect(migrateWithRole(database)).rejects.toMatchObject({
      kind: 'unknown_shape',
      message: expect.stringContaining(told),
    });
    expect(await shapeOf(database)).toEqual(before);
  });
});

describe('numbered migrations', () => {
  test('run once, however many processes start at the same time', async () => {
    for (const database of [await emptyDatabase(), await oldDatabase()]) {
      await Promise.all(Array.from({ length: 4 }, () => migrateWithRole(database)));
      expect(await appliedTo(database)).toEqual(migrationNames());
    }
  });

  test('run on top of the existing ones', async () => {
    const database = await oldDatabase();
    writeFileSync(join(folder, '9001_supplier.sql'), 'alter table payments.intent add column supplier text;');
    await on(database.url, (client) => migratePrimaryData(client, { folder }));
    expect(await appliedTo(database)).toEqual([...migrationNames(), '9001_supplier']);
    expect(await shapeOf(database)).toContain('column payments.intent.supplier text collate "default"');
  });

  test('leave nothing half done when one fails, and the error names it', async () => {
    const database = await emptyDatabase();
    writeFileSync(join(folder, '9001_good.sql'), 'create table mail.good (id int);');
    writeFileSync(join(folder, '9002_bad.sql'), 'create table mail.bad (id int); alter table mail.nothing add x int;');
    writeFileSync(join(folder, '9003_after.sql'), 'create table mail.after (id int);');
    const failing = on(database.url, (client) => migratePrimaryData(client, { folder }));
    await expect(failing).rejects.toMatchObject({
      kind: 'failed',
      message: 'Migration 9002_bad failed, nothing of it was done: relation "mail.nothing" does not exist',
    });
    expect(await appliedTo(database)).toEqual([...migrationNames(), '9001_good']);
    const tables = (await shapeOf(database)).filter((line) => /^relation mail\.(good|bad|after)/.test(line));
    expect(tables).toEqual(['relation mail.good r p']);

    writeFileSync(join(folder, '9002_bad.sql'), 'create table mail.bad (id int);');
    await on(database.url, (client) => migratePrimaryData(client, { folder }));
    expect(await appliedTo(database)).toEqual([...migrationNames(), '9001_good', '9002_bad', '9003_after']);
  });

  test('of a newer version are refused by the owner and by the product’s role', async () => {
    const database = await emptyDatabase();
    await migrateWithRole(database);
    await on(database.url, (client) =>
      client.query(`insert into migrations.applied (name, run_on) values ('9001_later', now())`),
    );
    const refused = {
      kind: 'newer',
      message: expect.stringMatching(
        /^The database has migration 9001_later, .* newer one made it\. Start that one\.$/,
      ),
    };
    await expect(migrateWithRole(database)).rejects.toMatchObject(refused);
    const url = asRuntime(database);
    await expect(migrate({ url, ownerUrl: url })).rejects.toMatchObject(refused);
  });

  test('that a role may not run are named, and its program does not start', async () => {
    const [empty, old, behind] = [await emptyDatabase(), await oldDatabase(), await emptyDatabase()];
    await migrateWithRole(behind);
    await on(behind.url, (client) => client.query(`delete from migrations.applied where name = '${BASELINE}'`));
    for (const [database, missing] of [
      [empty, '0001_log'],
      [old, '0001_log'],
      [behind, BASELINE],
    ] as const) {
      const url = asRuntime(database);
      await expect(migrate({ url, ownerUrl: url })).rejects.toMatchObject({
        kind: 'not_migrated',
        message: expect.stringMatching(new RegExp(`^The database lacks migration ${missing},.*npm run migrate.*$`)),
      });
    }
  });

  test('of an older backup are applied after its restore', async () => {
    const [old, fresh] = [await oldDatabase(), await emptyDatabase()];
    const file = join(folder, 'old.backup');
    const saved = await backUp({ connectionString: old.url, file });
    expect(await restore({ connectionString: fresh.url, file })).toEqual(saved);
    expect((await appliedTo(fresh))?.at(-1)).toBe(BASELINE);
    await migrateWithRole(fresh);
    await migrateWithRole(old);
    const again = join(folder, 'new.backup');
    const { url } = await emptyDatabase();
    expect(await backUp({ connectionString: old.url, file: again })).toEqual(saved);
    expect(await restore({ connectionString: url, file: again })).toEqual(saved);
    expect(await on(url, readAppliedMigrations)).toEqual(migrationNames());
    expect(await shapeOf(fresh)).toEqual(await shapeOf(old));
  });

  test('create no schema that backups do not include', async () => {
    const { url } = await emptyDatabase();
    await on(url, async (client) => {
      await migratePrimaryData(client);
      const { rows } = await client.query<{ name: string }>(
        `select nspname as name from pg_namespace where nspname !~ '^pg_|^information_schema$|^public$' order by 1`,
      );
      expect(rows.map(({ name }) => name)).toEqual([...MIGRATED_SCHEMAS, 'migrations'].toSorted());
    });
  });

  test('are numbered without duplicates or gaps', () => {
    expect(migrationNames().map((name) => Number(name.slice(0, 4)))).toEqual(migrationNames().map((_, n) => n + 1));
    expect(migrationNames()).toContain(BASELINE);
  });
});
