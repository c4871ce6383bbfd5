import { fileURLToPath } from 'node:url';
import { type HttpServer, listen } from '#http/server.ts';
import { layFoundation } from './foundation.ts';
import { startInOrder } from './in-order.ts';
import { createPaying } from './paying.ts';
import { choosePaymentProvider } from './payment-provider.ts';
import { runOneOfSeveral } from './process.ts';
import { startReading } from './reading.ts';
import { seedSamples } from './sample-people.ts';
import { startServing } from './serving.ts';
import { createUseCases } from './use-cases.ts';

/** The site and its API, as many of them as needed; what follows from events is up to the other processes. */
const webRoot = fileURLToPath(new URL('../web', import.meta.url));
void runOneOfSeveral(process.env, (config, logger) =>
  startInOrder(async (whenStopping) => {
    const foundation = await layFoundation(config, logger);
    whenStopping(() => foundation.stop());
    const reading = await startReading(foundation);
    whenStopping(() => reading.stop());
    const useCases = createUseCases(foundation);
    whenStopping(() => useCases.stop());
    const chosen = await choosePaymentProvider(foundation);
    const paying = await createPaying({ foundation, useCases, chosen, reads: reading.waiter });
    whenStopping(() => paying.stop());
    if (config.samples) await seedSamples(foundation, useCases);
    const wake = (): void => undefined; // the process that reacts looks for notices by itself
    // Not before it can answer: until then a proxy that is refused gives the request to another one.
    const open = (): Promise<HttpServer> => listen(config.port, config.host);
    const serving = await startServing({ foundation, open, webRoot, useCases, reading, paying, wake });
    whenStopping(() => serving.stop());
  }),
);
