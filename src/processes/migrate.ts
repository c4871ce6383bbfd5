import { grantRows, migrateReadModel, SERVING_SCHEMA } from '#projections/read/schema.ts';
import pg from 'pg';
import { grantPrimaryData } from '#migrations/grants.ts';
import { MIGRATION_LOCK, migratePrimaryData, requireMigrated } from '#migrations/primary-data.ts';

/**
 * Brings every schema up to date, as the owner, and gives the role that the product runs as what it needs: it may append
 * to the log, never change it. A role that may not create anything leaves it to `npm run migrate`. Safe to repeat.
 * @returns false when the role may not migrate, and all is up to date
 * @throws MigrationProblem
 */
export async function migrate({
  url,
  ownerUrl,
}: {
  readonly url: string;
  readonly ownerUrl: string;
}): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (!(await mayMigrate(client))) {
      await requireMigrated(client);
      return false;
    }
    // Until the connection ends: rights given twice at once are in each other's way too.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePrimaryData(client);
    await migrateReadModel(client);
    const runtimeRole = roleOf(url);
    if (runtimeRole !== roleOf(ownerUrl)) {
      await grantPrimaryData(client, runtimeRole);
      await grantRows(client, SERVING_SCHEMA, runtimeRole);
    }
    return true;
  } finally {
    await client.end();
  }
}

async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  return rows[0]?.may ?? false;
}

export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
