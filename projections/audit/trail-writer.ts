import type { EventLog, Position } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import type { Logger } from 'pino';
import { pause } from '#runtime/waiting.ts';
import { connectTo, type Connection } from '../runner/connection.ts';
import { ENDS_WHEN_SILENT } from '../runner/connection.ts';
import { createLeader, type LeaderRole } from '../runner/leader.ts';
import { appendEntries, readTrailHead, type TrailHead } from './entries.ts';

export interface TrailWriterOptions {
  /** Says that there is something new, and gives it with its seal. */
  readonly log: Pick<EventLog, 'subscribe'> & HashedLog;
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** This process writes from now on, and this is where the trail ends. */
  readonly onLeading?: (head: TrailHead) => void;
  readonly onWritten?: (head: TrailHead) => void;
}

export interface TrailWriter {
  start(): void;
  stop(): Promise<void>;
  status(): { readonly role: LeaderRole; readonly head: TrailHead | null };
}

const PAGE = 500;
/**
 * What is new is written together with what comes right behind it: a durable transaction for each event would take the
 * disk and the processor from the very commands that the trail is about, and nobody waits for an entry.
 */
const GATHER_MS = 100;

/**
 * Keeps the audit trail up with the log: its own checkpoint, and durable, because the trail is never made again. Never
 * told to rebuild, it goes on where it stopped.
 */
export function createTrailWriter({ log, connectionString, logger, ...told }: TrailWriterOptions): TrailWriter {
  let head: TrailHead | null = null;

  async function catchUp({ client }: Connection, from: TrailHead, stop: AbortSignal): Promise<TrailHead> {
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
      // What came with an earlier look is there already.
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
