import { migratePrimaryData } from '#migrations/primary-data.ts';
import type pg from 'pg';

/** Makes the schemas of primary data in a database, as a start of the product does. */
export async function migrated(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migratePrimaryData(client);
  } finally {
    client.release();
  }
}
