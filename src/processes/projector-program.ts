import type { FoldingThread } from '#projections/runner/thread-folding.ts';
import { createMetrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import { startInfrastructure } from './infrastructure.ts';
import { healthPages, serveMetrics } from './metrics-server.ts';
import { startInOrder } from '#runtime/lifecycle.ts';
import { runSharedProcess } from './run-process.ts';
import { startProjector } from './projector.ts';
import { createOperationalState } from './operational-state.ts';

/** Runs read model and audit log. Of several processes one writes, and the others stand by to take over. */
export const runProjector = (environment: NodeJS.ProcessEnv, thread: FoldingThread): Promise<unknown> =>
  runSharedProcess(environment, (config, logger, signal) =>
    startInOrder(async (onStop) => {
      onStop(() => thread.stop());
      const server = await listen(config);
      onStop(() => server.close(0));
      const infrastructure = await startInfrastructure(config, logger, { parts: ['projector'], signal });
      onStop(() => infrastructure.stop());
      const writers = await startProjector(thread, infrastructure);
      onStop(() => writers.stop());
      // A standby does not know the leader's progress.
      const metrics = await serveMetrics(
        config,
        createMetrics({
          lagSeconds: () => writers.projector.status().lagSeconds ?? NaN,
          isProjecting: () => writers.projector.status().role === 'leading',
          operationalState: createOperationalState(infrastructure),
        }),
      );
      onStop(() => metrics.stop());
      server.serve(healthPages(infrastructure.checkReady, config.publicOrigin));
    }),
  );
