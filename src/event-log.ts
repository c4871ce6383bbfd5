import type { EventLog } from '#eventstore/port.ts';
import type { SealedLog } from '#eventstore/sealed.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';

interface Options {
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
export async function openEventLog({ config, connectionString, timeoutMs }: Options): Promise<EventLog & SealedLog> {
  const patience = timeoutMs === undefined ? {} : { timeoutMs };
  const { eventStoreUrl: url } = config;
  if (url === undefined) return createPostgresLog({ connectionString, ...patience });
  const { createEventStoreDbLog } = await import('#eventstore/eventstoredb/eventstoredb-log.ts');
  try {
    return await createEventStoreDbLog({ url, ...patience });
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidAddress')
      throw new ConfigError(`EVENT_STORE_URL: ${error.message}`);
    throw error;
  }
}
