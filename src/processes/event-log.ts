import type { EventLog, OpenOptions, AuditableLog } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { ConfigError } from '#config/environment.ts';
import type { Config } from '#config/config.ts';

interface Options extends OpenOptions {
  readonly config: Pick<Config, 'eventStoreUrl'>;
  /** The database, which holds the log unless EventStoreDB does. */
  readonly connectionString: string;
  /** The maximum duration of one call, where it differs from the default. */
  readonly timeoutMs?: number;
}

/**
 * Opens the configured event log. The client of EventStoreDB is loaded only where it is used.
 * @throws ConfigError · LogUnavailable when the log cannot be reached now
 */
export async function openEventLog({
  config,
  connectionString,
  timeoutMs,
  ...patience
}: Options): Promise<EventLog & AuditableLog> {
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

/** The settings with which a thread opens the log itself, sent to it as data. */
export type LogSettings = Parameters<typeof openEventLog>[0];

/** The settings of the log that a thread needs, without what cannot be sent to it. */
export const logSettings = ({ config, connectionString }: LogSettings): LogSettings => ({
  config: { eventStoreUrl: config.eventStoreUrl },
  connectionString,
});
