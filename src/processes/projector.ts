import { createProjector, type Projector } from '#projections/runner/projector.ts';
import { startAuditTrail } from './audit-trail.ts';
import type { Infrastructure } from './infrastructure.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import type { ReadModelListener } from './read-model-listener.ts';

/** The read model and the audit trail, written as things happen, or stood by for while another process writes them. */
export const startProjector = (
  { log, connectionString, config, logger, clock }: Infrastructure,
  { onCommit, onWritten }: Partial<ReadModelListener['notify']> = {},
): Promise<{ readonly projector: Projector } & Stoppable> =>
  startInOrder(async (onStop) => {
    const projector = createProjector({ log, connectionString, logger, ...(onCommit && { onCommit }) });
    projector.start();
    onStop(() => projector.stop());
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
