import { migrateLog } from '#eventstore/postgres/migrate.ts';
import { migrateIdentity } from '#identity/schema.ts';
import { migrateReadModel } from '#projections/read/schema.ts';
import pg from 'pg';

/** Brings every schema of the product up to date; needs the owner of the database. Safe to repeat. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('set client_min_messages = warning');
    await migrateLog(client);
    await migrateIdentity(client);
    await migrateReadModel(client);
  } finally {
    await client.end();
  }
}
