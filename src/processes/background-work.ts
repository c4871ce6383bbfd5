import { accessReaction, type Reaction, guestMoveReaction } from '#app/reactions.ts';
import { REREAD_EVERY_MS } from '#payments/use-cases/intent-update.ts';
import { createReactor } from '#projections/runner/reactor.ts';
import { createErasureSteps } from '#erasure/erasure-steps.ts';
import { createErasureList } from '#erasure/erasure-list.ts';
import { createErasure, erasureReaction } from '#erasure/erasure.ts';
import type { Worker } from '#runtime/worker.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { mailReaction } from '#mail/queue.ts';
import { startMailDelivery } from './mail-delivery.ts';
import type { Application } from './application.ts';
import { isOutage } from '#app/outage.ts';
import { waitForEnd } from './payment-services.ts';
import { startPaymentWorker } from '#payments/payment-worker.ts';

type Options = Pick<Application, 'infrastructure' | 'useCases' | 'paymentServices'>;

const PURGE_EVERY_MS = 24 * 60 * 60 * 1_000;

/**
 * Starts the reactors and the scheduled work: handling notifications, giving access, sending mail, erasing, purging.
 */
export const startBackgroundWork = (options: Options): Promise<Pick<Worker, 'wake'> & Stoppable> =>
  startInOrder(async (onStop) => {
    const { infrastructure, useCases, paymentServices } = options;
    const worker = startPaymentWorkerOf(options);
    onStop(() => waitForEnd(worker.stop()));
    const mailDelivery = await startMailDelivery({
      ...infrastructure,
      ...paymentServices,
      payment: (paymentId) => useCases.handlers.paymentCommands.currentState(paymentId),
    });
    onStop(() => waitForEnd(mailDelivery.stop()));
    const reactions = [
      accessReaction(useCases.access),
      guestMoveReaction(useCases.guests),
      mailReaction(mailDelivery.queue),
      createErasureReaction(options),
    ];
    for (const reaction of reactions) {
      const reactor = createReactor({ ...infrastructure, ...reaction, isOutage });
      reactor.start();
      onStop(() => reactor.stop());
    }
    const stopPurging = startPurging(options);
    onStop(stopPurging);
    return { wake: () => worker.wake() };
  });

const startPaymentWorkerOf = ({ infrastructure: { logger }, paymentServices: { payments } }: Options): Worker =>
  startPaymentWorker(
    {
      handleNotifications: (signal) => payments.notifications.handlePending(signal),
      rereadDueCharges: (signal) => payments.rereads.rereadDue(signal),
      onError: (error) => logger.warn({ err: error }, 'payments could not be looked after'),
    },
    REREAD_EVERY_MS,
  );

function createErasureReaction({ infrastructure: { pool, log, config, clock }, useCases }: Options): Reaction {
  const { accounts, handlers, forgetBusiness, sessions, vault, ownedBusinesses } = useCases;
  const list = createErasureList(config.erasureList, clock);
  const steps = createErasureSteps({
    pool,
    log,
    list,
    accounts,
    businesses: handlers.businesses,
    forgetBusiness,
    sessions,
    vault,
    ownedBusinesses,
  });
  return erasureReaction(createErasure(steps), (userId) => accounts.currentState(userId));
}

/** @returns a function that ends the purging */
function startPurging({ infrastructure: { logger }, useCases: { sessions, accessLog } }: Options): () => void {
  const purge = (): void =>
    void Promise.all([sessions.purge(), accessLog.purge()]).catch((error: unknown) =>
      logger.warn({ err: error }, 'old sessions and access log entries not purged'),
    );
  purge(); // Also purges at the start, because a process that is restarted every night would never reach the interval.
  const timer = setInterval(purge, PURGE_EVERY_MS);
  return () => clearInterval(timer);
}
