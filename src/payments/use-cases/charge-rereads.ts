import type { RequestContext } from '#app/new-events.ts';
import { isProviderUnavailable } from './find-charge.ts';
import type { RereadCharge, ChargeReading } from './reread-charge.ts';
import type { PaymentsPorts } from './ports.ts';

/** An attempt to reread the charge of one payment, in a run over many. */
export interface RereadAttempt {
  readonly paymentId: string;
  /** The reading; null if the payment was deleted meanwhile, or the attempt has failed. */
  readonly reading: ChargeReading | null;
  /** The failure; null without one. */
  readonly error: unknown;
}

/** The numbers of one run over the due charges. */
export interface RereadCounts {
  readonly checked: number;
  readonly confirmed: number;
  /** The number of failed attempts; the next run starts with them. */
  readonly failed: number;
}

/** Reads charges again without a notification, because notifications get lost. */
export interface ChargeRereads {
  /**
   * Rereads the due charges, as many as the provider's quota allows, and deletes old intents and notifications.
   * @returns null while another process does the same
   */
  rereadDue(signal?: AbortSignal): Promise<RereadCounts | null>;
  /** Rereads all payments that wait for money, due or not, at an administrator's request; yields them one by one. */
  rereadOpen(context: RequestContext): AsyncIterable<RereadAttempt>;
}

/** A run every ten minutes makes at most 14 400 of the 25 000 requests that the provider allows in twelve hours. */
const MAX_PER_RUN = 200;
/** The name of the lock. It never changes, because two versions of the program run side by side during an upgrade. */
const RUN_LOCK = 'payments sweep';
const PAGE_SIZE = 200;
const DAY_MS = 24 * 60 * 60 * 1_000;
const RETENTION_DAYS = 30;

export function createChargeRereads(
  ports: Pick<PaymentsPorts, 'intents' | 'notificationQueue' | 'locks' | 'clock' | 'newId' | 'warn'> & {
    readonly rereadCharge: RereadCharge;
  },
): ChargeRereads {
  const { intents, notificationQueue, locks, clock, newId, warn, rereadCharge } = ports;

  async function rereadOne(paymentId: string, context: RequestContext): Promise<RereadAttempt> {
    try {
      return { paymentId, reading: await rereadCharge(paymentId, context), error: null };
    } catch (error) {
      warn({ paymentId, err: error }, 'a charge could not be read again');
      return { paymentId, reading: null, error };
    }
  }

  async function purgeOld(): Promise<void> {
    const before = new Date(clock().getTime() - RETENTION_DAYS * DAY_MS);
    await intents.purge(before);
    await notificationQueue.purge(before);
  }

  async function rereadDueCharges(signal?: AbortSignal): Promise<RereadCounts> {
    const context: RequestContext = { actor: { kind: 'system', id: 'payments' }, requestId: newId() };
    let [checked, confirmed, failed] = [0, 0, 0];
    for (const paymentId of await intents.listDue(clock(), MAX_PER_RUN)) {
      const { reading, error } = await rereadOne(paymentId, context);
      checked += 1;
      if (reading?.isNewlyConfirmed) confirmed += 1;
      if (error !== null) failed += 1;
      if (isProviderUnavailable(error) || signal?.aborted) break;
    }
    await purgeOld();
    return { checked, confirmed, failed };
  }

  return {
    rereadDue: async (signal) => (await locks.tryWithLock(RUN_LOCK, () => rereadDueCharges(signal))) ?? null,
    async *rereadOpen(context) {
      for (let after: string | null = null; ;) {
        const ids: readonly string[] = await intents.listOpen(after, PAGE_SIZE);
        for (const paymentId of ids) yield await rereadOne(paymentId, context);
        const last = ids.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
  };
}
