import { createProjector, type Projector } from '#projections/runner/projector.ts';
import type { FoldingThread } from '#projections/runner/thread-folding.ts';
import type { Infrastructure } from './infrastructure.ts';
import { logSettings } from './event-log.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import type { ReadModelListener } from './read-model-listener.ts';
import { createAnchorFile, createAnchoring } from '#projections/audit/anchors.ts';
import type { AuditHead } from '#projections/audit/entries.ts';
import { createAuditWriter } from '#projections/audit/audit-writer.ts';
import type { EventLog, AuditableLog } from '#eventstore/port.ts';
import type { Logger } from 'pino';

/** Keeps the read model and the audit log up to date, or stands by while another process does. */
export const startProjector = (
  thread: FoldingThread,
  { log, connectionString, config, logger, clock }: Infrastructure,
  { onCommit, onWritten }: Partial<ReadModelListener['notify']> = {},
): Promise<{ readonly projector: Projector } & Stoppable> =>
  startInOrder(async (onStop) => {
    const eventFolder = thread.createFolder(logSettings({ config, connectionString }));
    const projector = createProjector({ log, connectionString, logger, eventFolder, ...(onCommit && { onCommit }) });
    projector.start();
    onStop(() => projector.stop());
    // Early readers must not wait for a thread that is still starting; without the log the projector tries again.
    await eventFolder.clear().catch(() => undefined);
    const auditLog = startAuditLog({
      log,
      connectionString,
      anchorsPath: config.auditAnchors,
      logger,
      clock,
      ...(onWritten && { onWritten }),
    });
    onStop(() => auditLog.stop());
    return { projector };
  });

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
function startAuditLog(options: Options): Stoppable {
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
