import { createMetrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import { startActing } from './acting.ts';
import { healthPages } from './health-pages.ts';
import { startInOrder } from './in-order.ts';
import { serveMetrics } from './metrics-server.ts';
import { runOneOfSeveral } from './process.ts';
import { startReacting } from './reacting.ts';
import { createWatch } from './watching.ts';

/** What happens without anybody asking. Several share the work: each kind of reaction is up to one of them at a time. */
void runOneOfSeveral(process.env, (config, logger) =>
  startInOrder(async (whenStopping) => {
    const server = await listen(config.port, config.host);
    whenStopping(() => server.close(0));
    const acting = await startActing(config, logger);
    whenStopping(() => acting.stop());
    const { foundation, reading } = acting;
    const reacting = await startReacting(acting);
    whenStopping(() => reacting.stop());
    const metrics = await serveMetrics(
      config,
      createMetrics({ lagSeconds: () => reading.waiter.lagSeconds(), watch: createWatch(foundation) }),
    );
    whenStopping(() => metrics.stop());
    server.serve(healthPages(foundation.ready));
  }),
);
