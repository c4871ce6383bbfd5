import type { RequestContext } from '#app/new-events.ts';
import type { Payments } from './payments.ts';
import type { AdminRecord } from '#app/admin/admin-record.ts';

/** The result for one payment of a run over all open payments. */
export interface OpenPaymentResult {
  readonly paymentId: string;
  /** The e-mail entered when the payment was begun. */
  readonly email: string | null;
  /** Tells whether this run confirmed the payment. */
  readonly isNewlyConfirmed: boolean;
  /** The status in the words of the API: `taken_back` for a reversed payment, `too_little` for an underpaid one. */
  readonly status: 'confirmed' | 'taken_back' | 'too_little' | 'waiting' | 'unknown';
  readonly hasChargeAtProvider: boolean;
  readonly hasFailed: boolean;
}

export interface OpenPaymentsRun {
  /** Rereads every open payment at its provider. @returns null while another run is under way in this process */
  run(context: RequestContext): Promise<readonly OpenPaymentResult[] | null>;
  progress(): { readonly running: boolean; readonly checked: number; readonly total: number };
}

interface Ports {
  readonly payments: Pick<Payments, 'rereads'>;
  readonly intents: {
    find(paymentId: string): Promise<{ readonly enteredEmail: string | null } | undefined>;
    countOpen(): Promise<number>;
  };
  readonly adminRecord: AdminRecord;
}

export function createOpenPaymentsRun({ payments, intents, adminRecord }: Ports): OpenPaymentsRun {
  let isRunning = false;
  let [checked, total] = [0, 0];

  async function rereadAll(context: RequestContext): Promise<readonly OpenPaymentResult[]> {
    const results: OpenPaymentResult[] = [];
    for await (const { paymentId, reading, error } of payments.rereads.rereadOpen(context)) {
      const email = (await intents.find(paymentId))?.enteredEmail ?? null;
      const { payment, hasChargeAtProvider = false, isNewlyConfirmed = false } = reading ?? {};
      const status = payment === undefined ? 'unknown' : statusOf(payment);
      results.push({
        paymentId,
        email,
        isNewlyConfirmed,
        status,
        hasChargeAtProvider,
        hasFailed: error !== null,
      });
      checked += 1;
    }
    return results;
  }

  return {
    progress: () => ({ running: isRunning, checked, total }),
    async run(context) {
      if (isRunning) return null;
      isRunning = true;
      checked = 0;
      try {
        total = await intents.countOpen();
        const results = await rereadAll(context);
        const confirmed = results.filter((result) => result.isNewlyConfirmed).length;
        const failed = results.filter((result) => result.hasFailed).length;
        await adminRecord.append(
          { type: 'PaymentsVerified', data: { checked: results.length, granted: confirmed, failed } },
          context,
        );
        return results;
      } finally {
        isRunning = false;
      }
    },
  };
}

const statusOf = (payment: {
  isConfirmed: boolean;
  reversal: string | null;
  isUnderpaid: boolean;
}): OpenPaymentResult['status'] => {
  if (payment.isConfirmed) return 'confirmed';
  if (payment.reversal !== null) return 'taken_back';
  return payment.isUnderpaid ? 'too_little' : 'waiting';
};
