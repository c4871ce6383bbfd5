import { migrateReadModel } from '#projections/read/schema.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import type pg from 'pg';
import { grantRights } from '#migrations/grants.ts';
import { MIGRATION_LOCK, migratePrimaryData, requireMigrated } from '#migrations/primary-data.ts';
import { type ProductPart, PARTS } from '#migrations/rights.ts';
import { type Database, openFirstSession } from './database.ts';
import { withFolding } from './with-event-log.ts';

interface MigrationOptions {
  /** The address of EventStoreDB where it holds the log; by default the database does. */
  readonly eventStoreUrl?: string | undefined;
  /** Is called before a rebuild, which may take minutes. */
  readonly onRebuild?: () => void;
  /** Cancels the wait for a log that does not answer. */
  readonly signal?: AbortSignal | undefined;
}

/** The maximum wait for a log that is started at the same time, in milliseconds. */
const LOG_WAIT_MS = 60_000;

type MigrationTarget = Pick<Database, 'url' | 'ownerUrl' | 'roles'>;

/**
 * Brings every schema up to date, as the owner, and gives each role of the product the rights that it needs, and no
 * others. A read model of an older shape is rebuilt from the log while the old one serves. A role that may not create
 * anything leaves this to `npm run migrate`. Safe to repeat.
 * @returns false when the role may not migrate, and everything is up to date
 * @throws MigrationProblem · StartProblem · LogUnavailable · EmptyLog · RebuildRefused
 */
export async function migrate(
  database: MigrationTarget,
  { eventStoreUrl, onRebuild, signal }: MigrationOptions = {},
): Promise<boolean> {
  const session = await openFirstSession(database, 'owner');
  const { client } = session;
  try {
    if (!(await mayMigrate(client))) {
      await requireMigrated(client);
      return false;
    }
    // The lock lasts until the connection ends, because concurrent grants conflict, too.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePrimaryData(client);
    if (await migrateReadModel(client)) {
      onRebuild?.();
      const connectionString = database.ownerUrl;
      await withFolding({ database, config: { eventStoreUrl }, maxWaitMs: LOG_WAIT_MS, signal }, (log, eventFolder) =>
        rebuild({ log, connectionString, eventFolder }),
      );
    }
    for (const [role, parts] of partsByRole(database)) await grantRights(client, role, parts);
    return true;
  } finally {
    await session.close();
  }
}

async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  return rows[0]?.may ?? false;
}

/** The parts of each role; the owner has all rights anyway. */
function partsByRole({ url, ownerUrl, roles }: MigrationTarget): ReadonlyMap<string, readonly ProductPart[]> {
  const parts = new Map<string, ProductPart[]>();
  for (const part of PARTS) {
    const role = roles?.[part] ?? roleOf(url);
    if (role !== '' && role !== roleOf(ownerUrl)) parts.set(role, [...(parts.get(role) ?? []), part]);
  }
  return parts;
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
