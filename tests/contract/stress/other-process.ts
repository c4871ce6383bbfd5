import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { write, type WritingOptions } from './writers.ts';

/**
 * Runs writers in a separate process: the arguments are the log's address and the options, the result goes to stdout.
 */
const [url = '', options = ''] = process.argv.slice(2);

// The input ends with the parent, even when that is killed: without it, the writers would go on for ever.
process.stdin.on('end', () => process.exit(1));
process.stdin.resume().unref();

/** The log may be away when this process starts. */
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
const result = await write(log, JSON.parse(options) as WritingOptions);
await log.close();
process.stdout.write(JSON.stringify(result));
