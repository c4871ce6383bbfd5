import { isProviderAway } from './charges.ts';
import type { Collect, CollectResult } from './collect.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';

/** The result of reading one payment. */
export interface SweepResult {
  readonly paymentId: string;
  /** Null for a payment that was deleted meanwhile, or when the provider could not be asked. */
  readonly collected: CollectResult | null;
  readonly error: unknown;
}

export interface SweepReport {
  readonly checked: number;
  readonly confirmed: number;
  /** Number of failed readings, with which the next run starts. */
  readonly failed: number;
}

/** Reads charges again without a notification, because notifications get lost. */
export interface Sweep {
  /**
   * Reads the due charges, as many as the provider's quota allows, and deletes old intents. Null while another process
   * does.
   */
  run(signal?: AbortSignal): Promise<SweepReport | null>;
  /** Reads all payments that wait for money, due or not, at an administrator's request; yields them one by one. */
  all(call: PaymentCall): AsyncIterable<SweepResult>;
}

/** Every ten minutes: 14 400 of the 25 000 calls that the provider allows in twelve hours. */
const MAX_PER_RUN = 200;
const PAGE = 200;
const DAY_MS = 24 * 60 * 60 * 1_000;
const KEEP_DAYS = 30;

export function createSweep(
  ports: Pick<PaymentsPorts, 'intents' | 'webhooks' | 'locks' | 'clock' | 'newId' | 'warn'> & {
    readonly collect: Collect;
  },
): Sweep {
  const { intents, webhooks, locks, clock, newId, warn, collect } = ports;

  async function swept(paymentId: string, call: PaymentCall): Promise<SweepResult> {
    try {
      return { paymentId, collected: await collect(paymentId, call), error: null };
    } catch (error) {
      warn({ paymentId, err: error }, 'a charge could not be read again');
      return { paymentId, collected: null, error };
    }
  }

  async function forget(): Promise<void> {
    const before = new Date(clock().getTime() - KEEP_DAYS * DAY_MS);
    await intents.purge(before);
    await webhooks.purge(before);
  }

  async function sweepDue(signal?: AbortSignal): Promise<SweepReport> {
    const call: PaymentCall = { actor: { kind: 'system', id: 'payments' }, requestId: newId() };
    let [checked, confirmed, failed] = [0, 0, 0];
    for (const paymentId of await intents.due(clock(), MAX_PER_RUN)) {
      const { collected, error } = await swept(paymentId, call);
      checked += 1;
      if (collected?.isNews) confirmed += 1;
      if (error !== null) failed += 1;
      if (isProviderAway(error) || signal?.aborted) break;
    }
    await forget();
    return { checked, confirmed, failed };
  }

  return {
    run: async (signal) => (await locks.unlessBusy('payments sweep', () => sweepDue(signal))) ?? null,
    async *all(call) {
      for (let after: string | null = null; ;) {
        const ids: readonly string[] = await intents.open(after, PAGE);
        for (const paymentId of ids) yield await swept(paymentId, call);
        const last = ids.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
  };
}
