import { createProjector, type Projector } from '#projections/runner/projector.ts';
import { startAuditing } from './auditing.ts';
import type { Foundation } from './foundation.ts';
import { startInOrder, type Stoppable } from './in-order.ts';
import type { Reading } from './reading.ts';

/** The read model and the audit trail, written as things happen, or stood by for while another process writes them. */
export const startProjecting = (
  { log, connectionString, config, logger, clock }: Foundation,
  { onCommit, onWritten }: Partial<Reading['told']> = {},
): Promise<{ readonly projector: Projector } & Stoppable> =>
  startInOrder(async (whenStopping) => {
    const projector = createProjector({ log, connectionString, logger, ...(onCommit && { onCommit }) });
    projector.start();
    whenStopping(() => projector.stop());
    const auditing = startAuditing({
      log,
      connectionString,
      anchorsPath: config.auditAnchors,
      logger,
      clock,
      ...(onWritten && { onWritten }),
    });
    whenStopping(() => auditing.stop());
    return { projector };
  });
