import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { write, type WritingOptions } from './writers.ts';

/** Writers in a process of their own: connection string and options as arguments, what came of it on stdout. */
const [connectionString = '', options = ''] = process.argv.slice(2);
const log = await createPostgresLog({ connectionString });
const written = await write(log, JSON.parse(options) as WritingOptions);
await log.close();
process.stdout.write(JSON.stringify(written));
