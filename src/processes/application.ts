import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { OpenOptions } from '#eventstore/port.ts';
import type { ProductPart } from '#migrations/rights.ts';
import { type Infrastructure, startInfrastructure } from './infrastructure.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { createPaymentServices, type PaymentServices } from './payment-services.ts';
import { type ChosenPaymentProvider, choosePaymentProvider } from './payment-provider.ts';
import { type ReadModelListener, startReadModelListener } from './read-model-listener.ts';
import { createUseCases, type UseCases } from './use-cases.ts';

/** The parts of every process that carries out use cases. */
export interface Application {
  readonly infrastructure: Infrastructure;
  readonly readModel: ReadModelListener;
  readonly useCases: UseCases;
  readonly paymentServices: PaymentServices;
}

/** Replacements for default parts. */
export interface Overrides extends OpenOptions {
  /** The parts that this process runs; by default all. */
  readonly parts?: readonly ProductPart[];
  readonly paymentProvider?: ChosenPaymentProvider;
  readonly clock?: () => Date;
}

/**
 * Starts the parts of every process that carries out use cases.
 * @throws DataDirInUse · MigrationProblem · StartProblem · LogUnavailable
 */
export const startApplication = (
  config: Config,
  logger: Logger,
  { paymentProvider, ...options }: Overrides = {},
): Promise<Application & Stoppable> =>
  startInOrder(async (onStop) => {
    const infrastructure = await startInfrastructure(config, logger, options);
    onStop(() => infrastructure.stop());
    const readModel = await startReadModelListener(infrastructure);
    onStop(() => readModel.stop());
    const useCases = createUseCases(infrastructure);
    onStop(() => useCases.stop());
    const chosenProvider = paymentProvider ?? (await choosePaymentProvider(infrastructure));
    const paymentServices = await createPaymentServices({
      infrastructure,
      useCases,
      chosenProvider,
      readModel: readModel.waiter,
    });
    onStop(() => paymentServices.stop());
    return { infrastructure, readModel, useCases, paymentServices };
  });
