import pg from 'pg';
import { freshDatabase } from '#tests/support/database.ts';
import { migrateDatabase } from '#tests/support/migrate-database.ts';

/** A database for people and sessions, with none of them yet. */
export async function identityDatabase(): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  await migrateDatabase(pool);
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
