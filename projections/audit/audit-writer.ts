import type { EventLog, Position, AuditableLog } from '#eventstore/port.ts';
import type { Logger } from 'pino';
import { pause } from '#runtime/waiting.ts';
import { connectTo, SILENCE_TIMEOUT_SETTINGS, type Connection } from '../runner/connection.ts';
import { createLeader, type LeaderRole } from '../runner/leader.ts';
import { appendEntries, readAuditHead, type AuditHead } from './entries.ts';

export interface AuditWriterOptions {
  /** The event log notifies of new events and returns them with their salt and digest. */
  readonly log: Pick<EventLog, 'subscribe'> & AuditableLog;
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Receives the current head when this process becomes the leader. */
  readonly onLeading?: (head: AuditHead) => void;
  readonly onWritten?: (head: AuditHead) => void;
}

export interface AuditWriter {
  start(): void;
  stop(): Promise<void>;
  status(): { readonly role: LeaderRole; readonly head: AuditHead | null };
}

/** The maximum number of events that are read, and entries that are written, together. */
const PAGE_SIZE = 500;
/**
 * The time for which arriving events are gathered to be written together, in milliseconds: a durable transaction for
 * each would compete for disk and processor with the very commands that the audit log records, and nobody waits for an
 * entry.
 */
const BATCHING_DELAY_MS = 100;

/**
 * Keeps the audit log up to date with the event log. It has its own checkpoint, commits durably and continues where it
 * stopped, because the audit log is never rebuilt.
 */
export function createAuditWriter({ log, connectionString, logger, ...callbacks }: AuditWriterOptions): AuditWriter {
  let head: AuditHead | null = null;

  async function catchUp({ client }: Connection, from: AuditHead, stopSignal: AbortSignal): Promise<AuditHead> {
    let current = from;
    for (;;) {
      const events = await log.readHashedEvents(current.position, PAGE_SIZE);
      if (events.length === 0) return current;
      current = await appendEntries(client, current, events);
      head = current;
      callbacks.onWritten?.(current);
      if (events.length < PAGE_SIZE || stopSignal.aborted) return current;
    }
  }

  async function writeWhileLeading(
    connection: Connection,
    stopSignal: AbortSignal,
    reportProgress: () => void,
  ): Promise<void> {
    let current = await readAuditHead(connection.client);
    head = current;
    logger.info({ entries: String(current.number) }, 'writing the audit log');
    callbacks.onLeading?.(current);
    const signal = AbortSignal.any([stopSignal, connection.lostSignal]);
    for await (const batch of log.subscribe(current.position, { batchSize: PAGE_SIZE, signal })) {
      // An earlier read may have brought the events of this batch already.
      if (isBehind(current.position, batch.last)) {
        await pause(BATCHING_DELAY_MS, signal);
        current = await catchUp(connection, current, signal);
      }
      reportProgress();
    }
  }

  const leader = createLeader({
    // The audit log was once called that; all versions of the program share the lock of this name.
    lockName: 'audit trail',
    connect: () =>
      connectTo(connectionString, {
        name: 'prumo-audit',
        queryTimeoutMs: 20_000,
        settings: { statement_timeout: '15s', ...SILENCE_TIMEOUT_SETTINGS },
      }),
    runAsLeader: writeWhileLeading,
    logger,
  });
  return { start: leader.start, stop: leader.stop, status: () => ({ role: leader.role(), head }) };
}

const isBehind = (position: Position | null, last: Position): boolean => position === null || position < last;
