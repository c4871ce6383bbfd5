import { listen } from '#http/server.ts';
import type { Logger } from 'pino';
import { type Overrides, startApplication } from './application.ts';
import type { Config } from '#config/config.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { startProjector } from './projector.ts';
import { startProjectorThread } from './projector-thread.ts';
import { startBackgroundWork } from './background-work.ts';
import { seedSamples } from './sample-people.ts';
import { type ServedSite, startHttpServer } from './http-server.ts';

export interface Product extends ServedSite, Stoppable {
  readonly origin: string;
}

/**
 * Everything in one process: database (embedded when none is configured), event log, projector, reactors, HTTP. It ends
 * within about ten seconds: running requests first, the database last.
 * @param webRoot folder of the built client
 * @throws PortTaken · DataDirInUse · ConfigError · the database's own error when it cannot be reached
 */
export const startProduct = (
  config: Config,
  logger: Logger,
  webRoot: string,
  overrides: Overrides = {},
): Promise<Product> =>
  startInOrder(async (onStop) => {
    const thread = startProjectorThread();
    onStop(() => thread.stop());
    const server = await listen(config);
    onStop(() => server.close(0));
    const application = await startApplication(config, logger, overrides);
    onStop(() => application.stop());
    const writers = await startProjector(thread, application.infrastructure, application.readModel.notify);
    onStop(() => writers.stop());
    const backgroundWork = await startBackgroundWork(application);
    onStop(() => backgroundWork.stop());
    if (config.samples) await seedSamples(application.infrastructure, application.useCases);
    const { wake: wakePaymentWorker } = backgroundWork;
    const site = await startHttpServer({ ...application, openServer: async () => server, webRoot, wakePaymentWorker });
    onStop(() => site.stop());
    return { origin: config.publicOrigin, adminPassword: site.adminPassword };
  });
