import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Foundation, layFoundation } from './foundation.ts';
import { startInOrder, type Stoppable } from './in-order.ts';
import { createPaying, type Paying } from './paying.ts';
import { type ChosenPaymentProvider, choosePaymentProvider } from './payment-provider.ts';
import { type Reading, startReading } from './reading.ts';
import { createUseCases, type UseCases } from './use-cases.ts';

/** What every process needs that does something for somebody, asked or not. */
export interface Acting {
  readonly foundation: Foundation;
  readonly reading: Reading;
  readonly useCases: UseCases;
  readonly paying: Paying;
}

/** What is used instead of what the configuration says. */
export interface Choices {
  readonly paymentProvider?: ChosenPaymentProvider;
}

/** @throws DataDirInUse · the database's own error when it cannot be reached · LogUnavailable */
export const startActing = (
  config: Config,
  logger: Logger,
  { paymentProvider }: Choices = {},
): Promise<Acting & Stoppable> =>
  startInOrder(async (whenStopping) => {
    const foundation = await layFoundation(config, logger);
    whenStopping(() => foundation.stop());
    const reading = await startReading(foundation);
    whenStopping(() => reading.stop());
    const useCases = createUseCases(foundation);
    whenStopping(() => useCases.stop());
    const chosen = paymentProvider ?? (await choosePaymentProvider(foundation));
    const paying = await createPaying({ foundation, useCases, chosen, reads: reading.waiter });
    whenStopping(() => paying.stop());
    return { foundation, reading, useCases, paying };
  });
