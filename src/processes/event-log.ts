import type { EventLog, Patience } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { ConfigError } from '#config/environment.ts';
import type { Config } from '#config/config.ts';

interface Options extends Patience {
  readonly config: Pick<Config, 'eventStoreUrl'>;
  /** Of the database, where the log is unless it is in an EventStoreDB. */
  readonly connectionString: string;
  /** What one call may take, where that is not the usual. */
  readonly timeoutMs?: number;
}

/**
 * The event log that the configuration names. The client of EventStoreDB is loaded only where it is used.
 * @throws ConfigError · LogUnavailable the log cannot be reached now
 */
export async function openEventLog({
  config,
  connectionString,
  timeoutMs,
  ...patience
}: Options): Promise<EventLog & HashedLog> {
  const timeout = timeoutMs === undefined ? {} : { timeoutMs };
  const { eventStoreUrl: url } = config;
  if (url === undefined) return createPostgresLog({ connectionString, ...timeout, ...patience });
  const { createEventStoreDbLog } = await import('#eventstore/eventstoredb/eventstoredb-log.ts');
  try {
    return await createEventStoreDbLog({ url, ...timeout, ...patience });
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidAddress')
      throw new ConfigError(`EVENT_STORE_URL: ${error.message}`);
    throw error;
  }
}
