import { createMetrics } from '#http/metrics.ts';
import { listen } from '#http/server.ts';
import { layFoundation } from './foundation.ts';
import { healthPages } from './health-pages.ts';
import { startInOrder } from './in-order.ts';
import { serveMetrics } from './metrics-server.ts';
import { createPaying } from './paying.ts';
import { choosePaymentProvider } from './payment-provider.ts';
import { runOneOfSeveral } from './process.ts';
import { startReacting } from './reacting.ts';
import { startReading } from './reading.ts';
import { createUseCases } from './use-cases.ts';
import { createWatch } from './watching.ts';

/** What happens without anybody asking. Several share the work: each kind of reaction is up to one of them at a time. */
void runOneOfSeveral(process.env, (config, logger) =>
  startInOrder(async (whenStopping) => {
    const server = await listen(config.port, config.host);
    whenStopping(() => server.close(0));
    const foundation = await layFoundation(config, logger);
    whenStopping(() => foundation.stop());
    const reading = await startReading(foundation);
    whenStopping(() => reading.stop());
    const useCases = createUseCases(foundation);
    whenStopping(() => useCases.stop());
    const chosen = await choosePaymentProvider(foundation);
    const paying = await createPaying({ foundation, useCases, chosen, reads: reading.waiter });
    whenStopping(() => paying.stop());
    const reacting = await startReacting({ foundation, useCases, paying });
    whenStopping(() => reacting.stop());
    const metrics = await serveMetrics(
      config,
      createMetrics({ lagSeconds: () => reading.waiter.lagSeconds(), watch: createWatch(foundation) }),
    );
    whenStopping(() => metrics.stop());
    server.serve(healthPages(foundation.ready));
  }),
);
