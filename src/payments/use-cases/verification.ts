import type { Payments } from './payments.ts';
import type { AdminContext, AdminRecord } from '#app/admin/admin-record.ts';

/** The result for one payment of a run over all open payments. */
export interface VerifiedPayment {
  readonly paymentId: string;
  /** The e-mail typed when the payment was begun. */
  readonly email: string | null;
  /** Whether this run confirmed the payment. */
  readonly granted: boolean;
  readonly status: 'confirmed' | 'taken_back' | 'too_little' | 'waiting' | 'unknown';
  readonly foundPayment: boolean;
  readonly failed: boolean;
}

export interface Verification {
  /**
   * Reads every open payment again at its provider. One run at a time in this process: null while another is under way.
   */
  run(call: AdminContext): Promise<readonly VerifiedPayment[] | null>;
  progress(): { readonly running: boolean; readonly checked: number; readonly total: number };
}

interface Ports {
  readonly payments: Pick<Payments, 'sweep'>;
  readonly intents: {
    find(paymentId: string): Promise<{ readonly claimedEmail: string | null } | undefined>;
    countOpen(): Promise<number>;
  };
  readonly record: AdminRecord;
}

export function createVerification({ payments, intents, record }: Ports): Verification {
  let running = false;
  let [checked, total] = [0, 0];

  async function verified(call: AdminContext): Promise<readonly VerifiedPayment[]> {
    const results: VerifiedPayment[] = [];
    for await (const { paymentId, collected, error } of payments.sweep.all(call)) {
      const email = (await intents.find(paymentId))?.claimedEmail ?? null;
      const { payment, found = false, isNews = false } = collected ?? {};
      const status = payment === undefined ? 'unknown' : statusOf(payment);
      results.push({ paymentId, email, granted: isNews, status, foundPayment: found, failed: error !== null });
      checked += 1;
    }
    return results;
  }

  return {
    progress: () => ({ running, checked, total }),
    async run(call) {
      if (running) return null;
      running = true;
      checked = 0;
      try {
        total = await intents.countOpen();
        const results = await verified(call);
        const granted = results.filter((result) => result.granted).length;
        const failed = results.filter((result) => result.failed).length;
        await record.note({ type: 'PaymentsVerified', data: { checked: results.length, granted, failed } }, call);
        return results;
      } finally {
        running = false;
      }
    },
  };
}

const statusOf = (payment: {
  confirmed: boolean;
  takenBack: string | null;
  isUnderpaid: boolean;
}): VerifiedPayment['status'] => {
  if (payment.confirmed) return 'confirmed';
  if (payment.takenBack !== null) return 'taken_back';
  return payment.isUnderpaid ? 'too_little' : 'waiting';
};
