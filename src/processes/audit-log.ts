import { createAnchorFile } from '#projections/audit/anchors.ts';
import { createAnchoring } from '#projections/audit/anchoring.ts';
import type { AuditHead } from '#projections/audit/entries.ts';
import { createAuditWriter } from '#projections/audit/audit-writer.ts';
import type { EventLog } from '#eventstore/port.ts';
import type { AuditableLog } from '#eventstore/auditable-log.ts';
import type { Logger } from 'pino';
import type { Stoppable } from '#runtime/lifecycle.ts';

interface Options {
  readonly log: EventLog & AuditableLog;
  readonly connectionString: string;
  /** The path of the file of anchors. */
  readonly anchorsPath: string;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Receives the number of the last entry after every batch. */
  readonly onWritten?: (number: bigint) => void;
}

/** The maximum age of an anchor while there are newer entries, in milliseconds. */
const ANCHOR_EVERY_MS = 60 * 60 * 1_000;
/**
 * The interval at which the age is checked, in milliseconds, so that entries after a quiet night, and those whose
 * anchoring failed, are anchored soon.
 */
const CHECK_EVERY_MS = 60 * 1_000;

/** Writes the audit log as events arrive, and anchors it; also immediately at the start and on becoming the leader. */
export function startAuditLog(options: Options): Stoppable {
  const { log, connectionString, anchorsPath, logger, clock, onWritten } = options;
  const anchors = createAnchorFile(anchorsPath, log.id);
  const anchoring = createAnchoring({ anchors, everyMs: ANCHOR_EVERY_MS, clock });
  const anchorOrWarn = (anchor: Promise<void>): Promise<void> =>
    anchor.catch((error: unknown) => logger.warn({ err: error }, 'the audit log was not anchored'));
  const writer = createAuditWriter({
    log,
    connectionString,
    logger,
    onLeading: (head) => void anchorOrWarn(anchoring.anchorNow(head)),
    onWritten: ({ number }) => onWritten?.(number),
  });
  const leadingHead = (): AuditHead | null => (writer.status().role === 'leading' ? writer.status().head : null);

  writer.start();
  const timer = setInterval(() => void anchorOrWarn(anchoring.anchorWhenDue(leadingHead())), CHECK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await anchorOrWarn(anchoring.anchorNow(leadingHead()));
      await writer.stop();
    },
  };
}
