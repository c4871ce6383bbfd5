import type { Config } from '#config/config.ts';
import type { EventLog, OpenOptions, AuditableLog } from '#eventstore/port.ts';
import type { EventFolder } from '#projections/runner/folding.ts';
import { REBUILD_CAPACITY } from '#projections/runner/rebuild.ts';
import { startFoldingThread } from '#projections/runner/thread-folding.ts';
import type { Database } from './database.ts';
import { logSettings, openEventLog } from './event-log.ts';

interface Options extends OpenOptions {
  readonly database: Pick<Database, 'ownerUrl'>;
  readonly config: Pick<Config, 'eventStoreUrl'>;
}

/** The maximum duration of one call, in milliseconds: such a task reads the whole log. */
const CALL_TIMEOUT_MS = 60_000;

/** Opens the configured event log for one task. @throws ConfigError · LogUnavailable */
export async function withEventLog<T>(
  options: Options,
  task: (log: EventLog & AuditableLog) => Promise<T>,
): Promise<T> {
  const { database, config, ...patience } = options;
  const log = await openEventLog({
    config,
    connectionString: database.ownerUrl,
    timeoutMs: CALL_TIMEOUT_MS,
    ...patience,
  });
  try {
    return await task(log);
  } finally {
    await log.close();
  }
}

/** Folds in a thread, which can be terminated where a fold does not end. @throws ConfigError · LogUnavailable */
export const withFolding = <T>(
  options: Options,
  task: (log: EventLog & AuditableLog, folding: EventFolder) => Promise<T>,
): Promise<T> =>
  withEventLog(options, async (log) => {
    const { config, database } = options;
    const thread = startFoldingThread({ capacity: REBUILD_CAPACITY });
    try {
      return await task(log, thread.createFolder(logSettings({ config, connectionString: database.ownerUrl })));
    } finally {
      await thread.stop();
    }
  });
