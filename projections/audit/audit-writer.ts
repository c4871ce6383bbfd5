import type { EventLog, Position } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import type { Logger } from 'pino';
import { pause } from '#runtime/waiting.ts';
import { connectTo, type Connection } from '../runner/connection.ts';
import { ENDS_WHEN_SILENT } from '../runner/connection.ts';
import { createLeader, type LeaderRole } from '../runner/leader.ts';
import { appendEntries, readTrailHead, type AuditHead } from './entries.ts';

export interface AuditWriterOptions {
  /** The event log notifies of new events and returns them with their salt and digest. */
  readonly log: Pick<EventLog, 'subscribe'> & HashedLog;
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Called with the current head when this process becomes the leader. */
  readonly onLeading?: (head: AuditHead) => void;
  readonly onWritten?: (head: AuditHead) => void;
}

export interface AuditWriter {
  start(): void;
  stop(): Promise<void>;
  status(): { readonly role: LeaderRole; readonly head: AuditHead | null };
}

const PAGE = 500;
/**
 * Events that arrive within this time are written together: a durable transaction for each would compete for disk and
 * processor with the very commands that the audit log records, and nobody waits for an entry.
 */
const GATHER_MS = 100;

/**
 * Keeps the audit log up to date with the event log. It has its own checkpoint, commits durably and continues where it
 * stopped, because the audit log is never rebuilt.
 */
export function createAuditWriter({ log, connectionString, logger, ...told }: AuditWriterOptions): AuditWriter {
  let head: AuditHead | null = null;

  async function catchUp({ client }: Connection, from: AuditHead, stop: AbortSignal): Promise<AuditHead> {
    let at = from;
    for (;;) {
      const events = await log.hashedEvents(at.position, PAGE);
      if (events.length === 0) return at;
      at = await appendEntries(client, at, events);
      head = at;
      told.onWritten?.(at);
      if (events.length < PAGE || stop.aborted) return at;
    }
  }

  async function lead(connection: Connection, stop: AbortSignal, progressed: () => void): Promise<void> {
    let at = await readTrailHead(connection.client);
    head = at;
    logger.info({ entries: String(at.number) }, 'writing the audit trail');
    told.onLeading?.(at);
    const signal = AbortSignal.any([stop, connection.lost]);
    for await (const batch of log.subscribe(at.position, { batchSize: PAGE, signal })) {
      // Skip events that an earlier read has brought already.
      if (isBehind(at.position, batch.last)) {
        await pause(GATHER_MS, signal);
        at = await catchUp(connection, at, signal);
      }
      progressed();
    }
  }

  const leader = createLeader({
    duty: 'audit trail',
    connect: () =>
      connectTo(connectionString, {
        name: 'prumo-audit',
        queryTimeoutMs: 20_000,
        settings: { statement_timeout: '15s', ...ENDS_WHEN_SILENT },
      }),
    lead,
    logger,
  });
  return { start: leader.start, stop: leader.stop, status: () => ({ role: leader.role(), head }) };
}

const isBehind = (position: Position | null, last: Position): boolean => position === null || position < last;
