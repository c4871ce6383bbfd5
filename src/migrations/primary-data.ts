import type { ClientBase } from 'pg';
import {
  migrationNames,
  MIGRATIONS_FOLDER,
  MigrationProblem,
  readAppliedMigrations,
  MIGRATIONS_TABLE,
  refuseNewer,
} from './migration.ts';
import { baselineNames, isAtBaseline } from './takeover.ts';

/** An arbitrary lock number of our own: processes that start at once migrate one after the other. */
export const MIGRATION_LOCK = 7_213_002;

/**
 * Brings the schemas of all primary data up to date: applies the missing numbered migrations, each in a transaction of
 * its own. A database from before numbered migrations is accepted as the baseline. Safe to repeat, and to run in
 * several processes at once.
 * @param client a connection of the schemas' owner to the database itself, not to a pooler
 * @param folder the folder with the migrations; it contains this program's own, and may contain more
 * @param upTo the last migration to apply, by default the last one
 * @throws MigrationProblem
 */
export async function migratePrimaryData(
  client: ClientBase,
  { folder = MIGRATIONS_FOLDER, upTo }: { readonly folder?: string; readonly upTo?: string } = {},
): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query('set client_min_messages = warning');
    const known = migrationNames(folder);
    const applied = (await readAppliedMigrations(client)) ?? (await adoptBaseline(client));
    refuseNewer(applied, known);
    const missing = (upTo === undefined ? known.length : known.indexOf(upTo) + 1) - applied.length;
    if (missing > 0) await migrate(client, { dir: folder, count: missing });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** Checks that the database is migrated; `client` may have any role. @throws MigrationProblem when it is not */
export async function requireMigrated(client: Pick<ClientBase, 'query'>): Promise<void> {
  const known = migrationNames();
  const applied = (await readAppliedMigrations(client)) ?? [];
  refuseNewer(applied, known);
  const missing = known.find((name) => !applied.includes(name));
  if (missing === undefined) return;
  throw new MigrationProblem(
    'not_migrated',
    `The database lacks migration ${missing}, and this role may not make it: run "npm run migrate" with its owner in DATABASE_OWNER_URL.`,
  );
}

/** Records the baseline of a database from before numbered migrations. @returns the migrations that it has by now */
async function adoptBaseline(client: ClientBase): Promise<readonly string[]> {
  if (!(await isAtBaseline(client))) return [];
  const baseline = baselineNames();
  await runMigrations(client, { fake: true, count: baseline.length });
  return baseline;
}

async function migrate(client: ClientBase, options: { readonly dir: string; readonly count: number }): Promise<void> {
  try {
    await runMigrations(client, options);
  } catch (error) {
    await client.query('rollback');
    const applied = (await readAppliedMigrations(client)) ?? [];
    const failed = migrationNames(options.dir).find((name) => !applied.includes(name));
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationProblem('failed', `Migration ${failed} failed, nothing of it was done: ${reason}`, {
      cause: error,
    });
  }
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The library is loaded only when there is something to do, because loading takes longer than the check. */
async function runMigrations(
  client: ClientBase,
  options: { readonly dir?: string; readonly fake?: boolean; readonly count?: number },
): Promise<void> {
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    dir: MIGRATIONS_FOLDER,
    direction: 'up',
    migrationsSchema: MIGRATIONS_TABLE.schema,
    createMigrationsSchema: true,
    migrationsTable: MIGRATIONS_TABLE.table,
    singleTransaction: false, // Each migration has a transaction of its own.
    noLock: true, // Our own lock also covers the check of an old database.
    logger: SILENT,
    ...options,
  });
}
