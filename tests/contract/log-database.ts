import pg from 'pg';
import { freshDatabase, migrateDatabase } from '#tests/support/database.ts';

export interface LogDatabase {
  readonly url: string;
  /** Runs SQL as the owner and returns the rows of its last statement. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a database that contains an empty event log. */
export async function freshLogDatabase(): Promise<LogDatabase> {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  await migrateDatabase(pool);
  return {
    url: database.url,
    async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    async drop() {
      await pool.end();
      await database.drop();
    },
  };
}
