import pg from 'pg';
import { migrateIdentity } from '#identity/schema.ts';
import { freshDatabase } from '#tests/support/database.ts';

/** A database with nothing but the identity schema. */
export async function identityDatabase(): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  await migrateIdentity(pool);
  return {
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
