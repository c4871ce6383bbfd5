import type { RecordedEvent } from '#domain/event.ts';
import { type EventBatch, type EventLog, LogUnavailable, type Position } from '#eventstore/port.ts';
import { createBackOff } from '#runtime/back-off.ts';
import { pause } from '#runtime/waiting.ts';
import type { Logger } from 'pino';
import { connectReactor, type Connection } from './connection.ts';
import { createLeader, type LeaderRole, RETRY_MS } from './leader.ts';
import { createReactorRecord, type ReactorRecord } from './reactor-record.ts';

export interface ReactorOptions {
  /** The name under which the progress is stored, so it never changes. A new name starts with the log's first event. */
  readonly name: string;
  /** The types of events that are handled. */
  readonly types: readonly string[];
  /** Handles events. It must be idempotent: events handled right before a crash are handled again. */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>;
  readonly log: EventLog;
  /** The database with the checkpoint; the reactor opens its own connection. */
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /**
   * Tells whether an error is a temporary outage: then an event is retried for as long as the outage lasts, and never
   * parked.
   */
  readonly isOutage?: (error: unknown) => boolean;
  /** The number of attempts at a single event before it is parked, to be tried again at the next start. */
  readonly maxAttempts?: number;
  readonly batchSize?: number;
}

export interface ReactorStatus {
  readonly role: LeaderRole;
  readonly position: Position | null;
}

/** Handles side effects of events: each event at least once, in order, and never again because of a rebuild. */
export interface Reactor {
  start(): void;
  /** Stops after the batch at hand. */
  stop(): Promise<void>;
  status(): ReactorStatus;
}

/** The minimum interval at which the checkpoint moves while the log has only events of other types, in milliseconds. */
const CHECKPOINT_EVERY_MS = 1_000;

export function createReactor(options: ReactorOptions): Reactor {
  const { name, types, handle, log, connectionString, batchSize = 500, maxAttempts = 8 } = options;
  const { isOutage = (error) => error instanceof LogUnavailable } = options;
  const logger = {
    info: (about: object, text: string) => options.logger.info({ reactor: name, ...about }, text),
    warn: (about: object, text: string) => options.logger.warn({ reactor: name, ...about }, text),
    error: (about: object, text: string) => options.logger.error({ reactor: name, ...about }, text),
  };
  const handling: HandlingOptions = { handle, log, logger, isOutage, maxAttempts };
  let position: Position | null = null;

  async function runAsLeader(
    { client, lostSignal }: Connection,
    stop: AbortSignal,
    onProgress: () => void,
  ): Promise<void> {
    const record = createReactorRecord(client, name);
    position = await record.readPosition();
    logger.info({ position }, 'reactor started');
    const signal = AbortSignal.any([stop, lostSignal]);
    await retryParkedEvents(record, handling);
    let savedAt = 0;
    async function react({ events, last }: EventBatch): Promise<void> {
      if (events.length > 0) await handleAll(events, { record, signal }, handling);
      position = last;
      onProgress();
      if (events.length === 0 && Date.now() - savedAt < CHECKPOINT_EVERY_MS) return;
      await record.saveCheckpoint(last);
      savedAt = Date.now();
    }
    for await (const batch of log.subscribe(position, { batchSize, signal, types })) await react(batch);
  }

  const leader = createLeader({
    lockName: `reactor ${name}`,
    connect: () => connectReactor(connectionString, name),
    runAsLeader,
    logger,
  });

  return {
    start: leader.start,
    stop: leader.stop,
    status: () => ({ role: leader.role(), position }),
  };
}

interface HandlingOptions extends Required<Pick<ReactorOptions, 'handle' | 'log' | 'isOutage' | 'maxAttempts'>> {
  readonly logger: Readonly<Record<'info' | 'warn' | 'error', (about: object, text: string) => void>>;
}

/**
 * Handles one event, with retries.
 * @returns the error of the last attempt, or undefined
 * @throws when `signal` aborts
 */
async function handleOne(
  event: RecordedEvent,
  signal: AbortSignal,
  { handle, logger, isOutage, maxAttempts }: HandlingOptions,
): Promise<unknown> {
  const pauses = createBackOff(RETRY_MS);
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    try {
      await handle([event]);
      return undefined;
    } catch (error) {
      if (!isOutage(error)) failures += 1;
      logger.warn({ err: error, position: event.position, failures }, 'an event could not be handled');
      if (failures >= maxAttempts) return error;
      await pause(pauses.next(), signal);
    }
  }
}

async function handleAll(
  events: readonly RecordedEvent[],
  { record, signal }: { readonly record: ReactorRecord; readonly signal: AbortSignal },
  handling: HandlingOptions,
): Promise<void> {
  const { handle, logger } = handling;
  try {
    await handle(events);
    return;
  } catch (error) {
    logger.warn({ err: error, events: events.length }, 'events could not be handled, going one by one');
  }
  for (const event of events) {
    const error = await handleOne(event, signal, handling);
    if (error === undefined) continue;
    await record.park(event, error);
    logger.error({ err: error, position: event.position, type: event.type }, 'an event is parked');
  }
}

/** Retries parked events: a new program or changed circumstances may let them succeed. */
async function retryParkedEvents(record: ReactorRecord, { handle, log, logger }: HandlingOptions): Promise<void> {
  for (const parkedEvent of await record.listParked()) {
    let event: RecordedEvent | undefined;
    for await (const storedEvent of log.read(parkedEvent.stream, parkedEvent.revision)) {
      event = storedEvent;
      break;
    }
    try {
      if (event) await handle([event]);
      await record.remove(parkedEvent);
      logger.info({ position: parkedEvent.position }, 'an event that was parked is done now');
    } catch (error) {
      logger.warn({ err: error, position: parkedEvent.position }, 'an event stays parked');
    }
  }
}
