import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { describeEventLog } from './event-log.suite.ts';
import { freshLogDatabase } from './log-database.ts';

describeEventLog(
  'in Postgres',
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
