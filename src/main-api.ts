import { fileURLToPath } from 'node:url';
import { type HttpServer, listen } from '#http/server.ts';
import { startApplication } from './processes/application.ts';
import { startInOrder } from './runtime/lifecycle.ts';
import { runSharedProcess } from './processes/run-process.ts';
import { seedSamples } from './processes/sample-people.ts';
import { startHttpServer } from './processes/http-server.ts';

/** The site and its API, in any number of processes; other processes handle reactions to events. */
const webRoot = fileURLToPath(new URL('../web', import.meta.url));
void runSharedProcess(process.env, (config, logger, signal) =>
  startInOrder(async (onStop) => {
    const application = await startApplication(config, logger, { parts: ['api'], signal });
    onStop(() => application.stop());
    if (config.samples) await seedSamples(application.infrastructure, application.useCases);
    const wakePaymentWorker = (): void => undefined; // The reactor process finds notifications by itself.
    // The port opens only when the process can answer: until then a proxy passes the request to another process.
    const openServer = (): Promise<HttpServer> => listen(config);
    const site = await startHttpServer({ ...application, openServer, webRoot, wakePaymentWorker });
    onStop(() => site.stop());
  }),
);
