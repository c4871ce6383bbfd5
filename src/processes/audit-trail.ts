import { createAnchorFile } from '#projections/audit/anchors.ts';
import { createTrailWriter } from '#projections/audit/trail-writer.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import type { Logger } from 'pino';
import type { Stoppable } from '#runtime/lifecycle.ts';

interface Options {
  readonly log: EventLog & HashedLog;
  readonly connectionString: string;
  /** File of anchors. */
  readonly anchorsPath: string;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** After every batch: number of the last entry. */
  readonly onWritten?: (number: bigint) => void;
}

const ANCHOR_EVERY_MS = 60 * 60 * 1_000;

/** The audit trail at work: written as things happen, and anchored. */
export function startAuditTrail(options: Options): Stoppable {
  const { log, connectionString, anchorsPath, logger, clock, onWritten } = options;
  const anchors = createAnchorFile(anchorsPath, log.id);
  const writer = createTrailWriter({ log, connectionString, logger, onWritten: ({ number }) => onWritten?.(number) });
  let anchored = 0n;

  async function anchor(): Promise<void> {
    const { role, head } = writer.status();
    if (role !== 'leading' || head === null || head.number === anchored) return;
    await anchors.add({ at: clock().toISOString(), number: head.number, hash: head.hash.toString('hex') });
    anchored = head.number;
  }
  const anchorOrWarn = (): Promise<void> =>
    anchor().catch((error: unknown) => logger.warn({ err: error }, 'the audit trail was not anchored'));

  writer.start();
  const anchoring = setInterval(() => void anchorOrWarn(), ANCHOR_EVERY_MS);
  return {
    async stop() {
      clearInterval(anchoring);
      await anchorOrWarn();
      await writer.stop();
    },
  };
}
