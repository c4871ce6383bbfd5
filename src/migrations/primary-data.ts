import type { ClientBase } from 'pg';
import { appliedMigrations, NOTED_IN, refuseNewer } from './applied-migrations.ts';
import { migrationNames, MIGRATIONS_FOLDER, MigrationProblem } from './migration.ts';
import { baselineNames, isAtBaseline } from './takeover.ts';

/** Any number that nobody else takes: processes that start at once migrate one after the other. */
export const MIGRATION_LOCK = 7_213_002;

/**
 * Brings the schemas of everything that cannot be made again up to date: makes, each in a transaction of its own, the
 * numbered migrations that the database does not have. One from before they were numbered is taken over as it is.
 * Safe to repeat, and to run from several processes at once.
 * @param client of the schemas' owner; a connection to the database itself, not to a pool that shares it out
 * @param folder where the migrations are; it has this program's own, and may have more
 * @param upTo the last migration to make, where that is not the last there is
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
    const applied = (await appliedMigrations(client)) ?? (await takeOver(client));
    refuseNewer(applied, known);
    const missing = (upTo === undefined ? known.length : known.indexOf(upTo) + 1) - applied.length;
    if (missing > 0) await migrate(client, { dir: folder, count: missing });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** @throws MigrationProblem when the database is not as this program needs it; `client` may be of any role */
export async function requireMigrated(client: Pick<ClientBase, 'query'>): Promise<void> {
  const known = migrationNames();
  const applied = (await appliedMigrations(client)) ?? [];
  refuseNewer(applied, known);
  const missing = known.find((name) => !applied.includes(name));
  if (missing === undefined) return;
  throw new MigrationProblem(
    'not_migrated',
    `The database lacks migration ${missing}, and this role may not make it: run "npm run migrate" with its owner in DATABASE_OWNER_URL.`,
  );
}

/** @returns the migrations that a database without notes has all the same: those of the baseline, or none */
async function takeOver(client: ClientBase): Promise<readonly string[]> {
  if (!(await isAtBaseline(client))) return [];
  const baseline = baselineNames();
  await run(client, { fake: true, count: baseline.length });
  return baseline;
}

async function migrate(client: ClientBase, what: { readonly dir: string; readonly count: number }): Promise<void> {
  try {
    await run(client, what);
  } catch (error) {
    await client.query('rollback');
    const applied = (await appliedMigrations(client)) ?? [];
    const failed = migrationNames(what.dir).find((name) => !applied.includes(name));
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationProblem('failed', `Migration ${failed} failed, nothing of it was done: ${reason}`, {
      cause: error,
    });
  }
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The library is loaded when there is something to do: that takes longer than finding that there is nothing. */
async function run(
  client: ClientBase,
  more: { readonly dir?: string; readonly fake?: boolean; readonly count?: number },
): Promise<void> {
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    dir: MIGRATIONS_FOLDER,
    direction: 'up',
    migrationsSchema: NOTED_IN.schema,
    createMigrationsSchema: true,
    migrationsTable: NOTED_IN.table,
    singleTransaction: false, // one for each migration
    noLock: true, // we have our own, which holds while an old database is looked at too
    logger: SILENT,
    ...more,
  });
}
