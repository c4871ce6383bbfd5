import { createProjector, type Projector } from '#projections/runner/projector.ts';
import type { FoldingThread } from '#projections/runner/thread-folding.ts';
import { startAuditTrail } from './audit-trail.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LogSettings } from './past-reads-thread.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import type { ReadModelListener } from './read-model-listener.ts';

/** Where a thread finds the log, which it opens for itself. */
export const logSettings = ({ config, connectionString }: LogSettings): LogSettings => ({
  config: { eventStoreUrl: config.eventStoreUrl },
  connectionString,
});

/** The read model and the audit trail, written as things happen, or stood by for while another process writes them. */
export const startProjector = (
  thread: FoldingThread,
  { log, connectionString, config, logger, clock }: Infrastructure,
  { onCommit, onWritten }: Partial<ReadModelListener['notify']> = {},
): Promise<{ readonly projector: Projector } & Stoppable> =>
  startInOrder(async (onStop) => {
    const folding = thread.on(logSettings({ config, connectionString }));
    const projector = createProjector({ log, connectionString, logger, folding, ...(onCommit && { onCommit }) });
    projector.start();
    onStop(() => projector.stop());
    // Whoever asks at once is not to wait for a thread that is still starting; without the log the projector tries again.
    await folding.forget().catch(() => undefined);
    const auditTrail = startAuditTrail({
      log,
      connectionString,
      anchorsPath: config.auditAnchors,
      logger,
      clock,
      ...(onWritten && { onWritten }),
    });
    onStop(() => auditTrail.stop());
    return { projector };
  });
