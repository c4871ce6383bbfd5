import pg from 'pg';
import { migrateLog } from '#eventstore/postgres/migrate.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { describeEventLog } from './event-log.suite.ts';

async function freshLogDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migrateLog(client);
  await client.end();
  return database;
}

describeEventLog(
  'event log in Postgres',
  async () => {
    const database = await freshLogDatabase();
    const log = await createPostgresLog({ connectionString: database.url });
    const other = await createPostgresLog({ connectionString: database.url });
    return {
      log,
      other,
      async dispose() {
        await Promise.all([log.close(), other.close()]);
        await database.drop();
      },
    };
  },
  { knowsAllIds: true, forgetsAtOnce: true },
);
