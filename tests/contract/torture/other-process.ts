import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { write, type WritingOptions } from './writers.ts';

/** Writers in a process of their own: address of the log and options as arguments, what came of it on stdout. */
const [url = '', options = ''] = process.argv.slice(2);

/** It may be away at this very moment. */
async function open(): Promise<EventLog> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50))
    try {
      return await (url.startsWith('esdb')
        ? createEventStoreDbLog({ url })
        : createPostgresLog({ connectionString: url }));
    } catch (error) {
      if (!(error instanceof LogUnavailable) || Date.now() > deadline) throw error;
    }
}

const log = await open();
const written = await write(log, JSON.parse(options) as WritingOptions);
await log.close();
process.stdout.write(JSON.stringify(written));
