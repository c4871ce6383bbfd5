import { createAnchorFile } from '#projections/audit/anchors.ts';
import { createAnchoring } from '#projections/audit/anchoring.ts';
import type { TrailHead } from '#projections/audit/entries.ts';
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

/** An anchor is so old at most when there is something new to anchor. */
const ANCHOR_EVERY_MS = 60 * 60 * 1_000;
/** What comes after a quiet night is anchored soon, and not when the next hour is over; so is what failed. */
const LOOK_EVERY_MS = 60 * 1_000;

/** The audit trail at work: written as things happen, and anchored; at the start and on taking the lead at once. */
export function startAuditTrail(options: Options): Stoppable {
  const { log, connectionString, anchorsPath, logger, clock, onWritten } = options;
  const anchors = createAnchorFile(anchorsPath, log.id);
  const anchoring = createAnchoring({ anchors, everyMs: ANCHOR_EVERY_MS, clock });
  const anchorOrWarn = (anchor: Promise<void>): Promise<void> =>
    anchor.catch((error: unknown) => logger.warn({ err: error }, 'the audit trail was not anchored'));
  const writer = createTrailWriter({
    log,
    connectionString,
    logger,
    onLeading: (head) => void anchorOrWarn(anchoring.now(head)),
    onWritten: ({ number }) => onWritten?.(number),
  });
  const ownHead = (): TrailHead | null => (writer.status().role === 'leading' ? writer.status().head : null);

  writer.start();
  const timer = setInterval(() => void anchorOrWarn(anchoring.whenDue(ownHead())), LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await anchorOrWarn(anchoring.now(ownHead()));
      await writer.stop();
    },
  };
}
