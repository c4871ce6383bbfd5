import { listen } from '#http/server.ts';
import type { Logger } from 'pino';
import { type Choices, startActing } from './acting.ts';
import type { Config } from './config.ts';
import { startInOrder, type Stoppable } from './in-order.ts';
import { startProjecting } from './projecting.ts';
import { startReacting } from './reacting.ts';
import { seedSamples } from './sample-people.ts';
import { type Serving, startServing } from './serving.ts';

export interface Product extends Serving, Stoppable {
  readonly origin: string;
}

/**
 * Everything in one process: database (its own when none is named), event log, projector, reactors, HTTP. It ends within
 * about ten seconds: requests under way first, the database last.
 * @param webRoot folder of the built client
 * @throws PortTaken · DataDirInUse · ConfigError · the database's own error when it cannot be reached
 */
export const startProduct = (
  config: Config,
  logger: Logger,
  webRoot: string,
  choices: Choices = {},
): Promise<Product> =>
  startInOrder(async (whenStopping) => {
    const server = await listen(config.port, config.host);
    whenStopping(() => server.close(0));
    const acting = await startActing(config, logger, choices);
    whenStopping(() => acting.stop());
    const projecting = await startProjecting(acting.foundation, acting.reading.told);
    whenStopping(() => projecting.stop());
    const reacting = await startReacting(acting);
    whenStopping(() => reacting.stop());
    if (config.samples) await seedSamples(acting.foundation, acting.useCases);
    const { wake } = reacting;
    const serving = await startServing({ ...acting, open: async () => server, webRoot, wake });
    whenStopping(() => serving.stop());
    return { origin: config.publicOrigin, adminPassword: serving.adminPassword };
  });
