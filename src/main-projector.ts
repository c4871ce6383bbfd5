import { createMetrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import { startInfrastructure } from '#processes/infrastructure.ts';
import { healthPages } from '#processes/health-pages.ts';
import { startInOrder } from '#runtime/lifecycle.ts';
import { serveMetrics } from '#processes/metrics-server.ts';
import { runOneOfSeveral } from '#processes/run-process.ts';
import { startProjector, startProjectorThread } from '#processes/projector.ts';
import { createOperationalState } from '#processes/operational-state.ts';

/** Read model and audit trail. Of several processes one writes, and the others stand by to take over. */
void runOneOfSeveral(process.env, (config, logger) =>
  startInOrder(async (onStop) => {
    const thread = startProjectorThread();
    onStop(() => thread.stop());
    const server = await listen(config);
    onStop(() => server.close(0));
    const infrastructure = await startInfrastructure(config, logger, { parts: ['projector'] });
    onStop(() => infrastructure.stop());
    const writers = await startProjector(thread, infrastructure);
    onStop(() => writers.stop());
    // Who stands by does not know how far the other one is.
    const metrics = await serveMetrics(
      config,
      createMetrics({
        lagSeconds: () => writers.projector.status().lagSeconds ?? NaN,
        isProjecting: () => writers.projector.status().role === 'leading',
        operationalState: createOperationalState(infrastructure),
      }),
    );
    onStop(() => metrics.stop());
    server.serve(healthPages(infrastructure.ready, config.publicOrigin));
  }),
);
