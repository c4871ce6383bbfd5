import { fileURLToPath } from 'node:url';
import { type HttpServer, listen } from '#http/server.ts';
import { startActing } from './acting.ts';
import { startInOrder } from './in-order.ts';
import { runOneOfSeveral } from './process.ts';
import { seedSamples } from './sample-people.ts';
import { startServing } from './serving.ts';

/** The site and its API, as many of them as needed; what follows from events is up to the other processes. */
const webRoot = fileURLToPath(new URL('../web', import.meta.url));
void runOneOfSeveral(process.env, (config, logger) =>
  startInOrder(async (whenStopping) => {
    const acting = await startActing(config, logger);
    whenStopping(() => acting.stop());
    if (config.samples) await seedSamples(acting.foundation, acting.useCases);
    const wake = (): void => undefined; // the process that reacts looks for notices by itself
    // Not before it can answer: until then a proxy that is refused gives the request to another one.
    const open = (): Promise<HttpServer> => listen(config.port, config.host);
    const serving = await startServing({ ...acting, open, webRoot, wake });
    whenStopping(() => serving.stop());
  }),
);
