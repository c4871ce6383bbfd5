import { createProjector, type Projector } from '#projections/runner/projector.ts';
import type { FoldingThread } from '#projections/runner/thread-folding.ts';
import { startAuditLog } from './audit-log.ts';
import type { Infrastructure } from './infrastructure.ts';
import { logSettings } from './event-log.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import type { ReadModelListener } from './read-model-listener.ts';

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
