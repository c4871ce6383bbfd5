import { migratePrimaryData } from '#migrations/primary-data.ts';
import type pg from 'pg';

/** Creates the schemas of primary data in a database, like a start of the product. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migratePrimaryData(client);
  } finally {
    client.release();
  }
}
