import { ProviderError, type WebhookNote } from '../port.ts';
import type { ChargeHandles, PendingCharge } from '../webhook.ts';
import { chargeById, isProviderAway } from './charges.ts';
import type { Collect } from './collect.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';

/** Notifications that the provider sends. */
export interface Notices {
  /** Stores a notification, without acting on it; idempotent. */
  receive(note: WebhookNote): Promise<void>;
  /**
   * Reads the charges again that notifications refer to, each once however many there are.
   * @returns the number of notifications
   */
  work(signal?: AbortSignal): Promise<number>;
}

const BATCH = 200;
/** Number of charges read at the same time. */
const AT_ONCE = 4;

export function createNotices(
  ports: Pick<PaymentsPorts, 'webhooks' | 'intents' | 'provider' | 'newId' | 'warn'> & {
    readonly collect: Collect;
  },
): Notices {
  const { webhooks, intents, provider, newId, warn, collect } = ports;

  async function paymentOf({ reference, providerId }: ChargeHandles): Promise<string | undefined> {
    const known =
      (reference === null ? undefined : await intents.find(reference)) ??
      (providerId === null ? undefined : await intents.findByCharge(providerId));
    if (known) return known.paymentId;
    const charge = providerId === null ? undefined : await chargeById(provider, providerId);
    return charge?.reference ?? undefined;
  }

  async function lookInto({ charge }: PendingCharge): Promise<void> {
    const call: PaymentCall = { actor: { kind: 'system', id: 'payments' }, requestId: newId() };
    const paymentId = await paymentOf(charge);
    const collected = paymentId === undefined ? null : await collect(paymentId, call, charge.providerId);
    if (!collected) warn({}, 'a notice about a charge that nobody began here');
  }

  /** @returns the error when the provider is unavailable altogether */
  async function readCharge(pending: PendingCharge): Promise<ProviderError | undefined> {
    try {
      await lookInto(pending);
      await webhooks.done(pending.notices);
      return undefined;
    } catch (error) {
      warn({ err: error }, 'a notice could not be looked into: again later');
      await webhooks.retry(pending.notices, untilReset(error));
      return isProviderAway(error) ? error : undefined;
    }
  }

  return {
    async receive(note) {
      await webhooks.add(note);
    },

    async work(signal) {
      const pending = await webhooks.take(BATCH);
      const waiting = [...pending];
      const isStopped = (): boolean => signal?.aborted ?? false;
      let away: ProviderError | undefined;
      async function one(): Promise<void> {
        for (let next = waiting.shift(); next && !isStopped(); next = waiting.shift()) {
          // One failure is enough to know that the other requests would fail too.
          if (away) await webhooks.retry(next.notices, untilReset(away));
          else away = (await readCharge(next)) ?? away;
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return pending.reduce((sum, { notices }) => sum + notices.length, 0);
    },
  };
}

/** Milliseconds until the provider accepts requests again, if it has said so. */
const untilReset = (error: unknown): number => (error instanceof ProviderError ? (error.resetSeconds ?? 0) * 1_000 : 0);
