import { createMetrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import { startApplication } from './processes/application.ts';
import { healthPages, serveMetrics } from './processes/metrics-server.ts';
import { startInOrder } from './runtime/lifecycle.ts';
import { runSharedProcess } from './processes/run-process.ts';
import { startBackgroundWork } from './processes/background-work.ts';
import { createOperationalState } from './processes/operational-state.ts';

/**
 * Reactions to events and scheduled work. Several processes share it: each kind of reaction runs in one of them at a
 * time.
 */
void runSharedProcess(process.env, (config, logger, signal) =>
  startInOrder(async (onStop) => {
    const server = await listen(config);
    onStop(() => server.close(0));
    const application = await startApplication(config, logger, { parts: ['reactor'], signal });
    onStop(() => application.stop());
    const { infrastructure, readModel } = application;
    const backgroundWork = await startBackgroundWork(application);
    onStop(() => backgroundWork.stop());
    const metrics = await serveMetrics(
      config,
      createMetrics({
        lagSeconds: () => readModel.waiter.lagSeconds(),
        operationalState: createOperationalState(infrastructure),
      }),
    );
    onStop(() => metrics.stop());
    server.serve(healthPages(infrastructure.checkReady, config.publicOrigin));
  }),
);
