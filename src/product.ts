import { listen } from '#http/server.ts';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { layFoundation } from './foundation.ts';
import { startInOrder, type Stoppable } from './in-order.ts';
import { createPaying } from './paying.ts';
import { type ChosenPaymentProvider, choosePaymentProvider } from './payment-provider.ts';
import { startProjecting } from './projecting.ts';
import { startReacting } from './reacting.ts';
import { startReading } from './reading.ts';
import { seedSamples } from './sample-people.ts';
import { type Serving, startServing } from './serving.ts';
import { createUseCases } from './use-cases.ts';

export interface Product extends Serving, Stoppable {
  readonly origin: string;
}

/** What is used instead of what the configuration says. */
interface Choices {
  readonly paymentProvider?: ChosenPaymentProvider;
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
  { paymentProvider }: Choices = {},
): Promise<Product> =>
  startInOrder(async (whenStopping) => {
    const server = await listen(config.port, config.host);
    whenStopping(() => server.close(0));
    const foundation = await layFoundation(config, logger);
    whenStopping(() => foundation.stop());

    const reading = await startReading(foundation);
    whenStopping(() => reading.stop());
    const projecting = await startProjecting(foundation, reading.told);
    whenStopping(() => projecting.stop());

    const useCases = createUseCases(foundation);
    whenStopping(() => useCases.stop());
    const chosen = paymentProvider ?? (await choosePaymentProvider(foundation));
    const paying = await createPaying({ foundation, useCases, chosen, reads: reading.waiter });
    whenStopping(() => paying.stop());
    const reacting = await startReacting({ foundation, useCases, paying });
    whenStopping(() => reacting.stop());

    if (config.samples) await seedSamples(foundation, useCases);
    const { wake } = reacting;
    const serving = await startServing({
      foundation,
      open: async () => server,
      webRoot,
      useCases,
      reading,
      paying,
      wake,
    });
    whenStopping(() => serving.stop());
    return { origin: config.publicOrigin, adminPassword: serving.adminPassword };
  });
