import type { RequestContext } from '#app/new-events.ts';
import { type ChargeIds, type PaymentNotification, ProviderError, type NotifiedCharge } from '../provider.ts';
import { findChargeById, isProviderUnavailable } from './find-charge.ts';
import type { RereadCharge } from './reread-charge.ts';
import type { PaymentsPorts } from './ports.ts';

/** Receives and handles the provider's notifications. */
export interface Notifications {
  /** Stores a notification, without acting on it; idempotent. */
  receive(notification: PaymentNotification): Promise<void>;
  /**
   * Rereads the charges of the due notifications, each once however many notifications it has.
   * @returns the number of notifications taken from the queue: those that failed, or were not reached, are due again
   * later
   */
  handlePending(signal?: AbortSignal): Promise<number>;
}

const BATCH_SIZE = 200;
/** The number of charges that are read at the same time. */
const MAX_CONCURRENT = 4;

export function createNotifications(
  ports: Pick<PaymentsPorts, 'notificationQueue' | 'intents' | 'provider' | 'newId' | 'warn'> & {
    readonly rereadCharge: RereadCharge;
  },
): Notifications {
  const { notificationQueue, intents, provider, newId, warn, rereadCharge } = ports;

  async function findPaymentId({ paymentId, chargeId }: ChargeIds): Promise<string | undefined> {
    const intent =
      (paymentId === null ? undefined : await intents.find(paymentId)) ??
      (chargeId === null ? undefined : await intents.findByCharge(chargeId));
    if (intent) return intent.paymentId;
    const charge = chargeId === null ? undefined : await findChargeById(provider, chargeId);
    return charge?.paymentId ?? undefined;
  }

  async function rereadNotifiedCharge({ ids }: NotifiedCharge): Promise<void> {
    const context: RequestContext = { actor: { kind: 'system', id: 'payments' }, requestId: newId() };
    const paymentId = await findPaymentId(ids);
    const reading = paymentId === undefined ? null : await rereadCharge(paymentId, context, ids.chargeId);
    if (!reading) warn({}, 'a notification about a charge that nobody began here');
  }

  /** @returns the error when the provider is unavailable altogether */
  async function handleCharge(notified: NotifiedCharge): Promise<ProviderError | undefined> {
    try {
      await rereadNotifiedCharge(notified);
      await notificationQueue.end(notified.notifications);
      return undefined;
    } catch (error) {
      warn({ err: error }, 'a notification could not be handled and is tried again later');
      await notificationQueue.retry(notified.notifications, msUntilRetry(error));
      return isProviderUnavailable(error) ? error : undefined;
    }
  }

  return {
    async receive(notification) {
      await notificationQueue.add(notification);
    },

    async handlePending(signal) {
      const taken = await notificationQueue.take(BATCH_SIZE);
      const remaining = [...taken];
      const isStopped = (): boolean => signal?.aborted ?? false;
      let outage: ProviderError | undefined;
      async function work(): Promise<void> {
        for (let next = remaining.shift(); next && !isStopped(); next = remaining.shift()) {
          // One failure is enough to know that the other requests would fail too.
          if (outage) await notificationQueue.retry(next.notifications, msUntilRetry(outage));
          else outage = (await handleCharge(next)) ?? outage;
        }
      }
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
      return taken.reduce((sum, { notifications }) => sum + notifications.length, 0);
    },
  };
}

/** Milliseconds until the provider accepts requests again, if it has said so. */
const msUntilRetry = (error: unknown): number =>
  error instanceof ProviderError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
