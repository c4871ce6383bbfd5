import { createMetrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import { layFoundation } from '#src/foundation.ts';
import { healthPages } from '#src/health-pages.ts';
import { startInOrder } from '#src/in-order.ts';
import { serveMetrics } from '#src/metrics-server.ts';
import { runOneOfSeveral } from '#src/process.ts';
import { startProjecting } from '#src/projecting.ts';
import { createWatch } from '#src/watching.ts';

/** Read model and audit trail. Of several processes one writes, and the others stand by to take over. */
void runOneOfSeveral(process.env, (config, logger) =>
  startInOrder(async (whenStopping) => {
    const server = await listen(config.port, config.host);
    whenStopping(() => server.close(0));
    const foundation = await layFoundation(config, logger);
    whenStopping(() => foundation.stop());
    const projecting = await startProjecting(foundation);
    whenStopping(() => projecting.stop());
    // Who stands by does not know how far the other one is.
    const metrics = await serveMetrics(
      config,
      createMetrics({
        lagSeconds: () => projecting.projector.status().lagSeconds ?? NaN,
        isProjecting: () => projecting.projector.status().role === 'leading',
        watch: createWatch(foundation),
      }),
    );
    whenStopping(() => metrics.stop());
    server.serve(healthPages(foundation.ready));
  }),
);
