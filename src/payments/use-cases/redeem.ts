import type { Holder } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#app/read-your-writes.ts';
import type { Claims } from './claims.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';

export type Redeemed =
  | 'granted'
  | 'code_unknown'
  | 'code_used'
  /** Another account has the access already. */
  | 'held'
  | 'taken_back';

/** Moves the access of a payment, and what its guest owns, to an account, by the code on the receipt. It works once. */
export type Redeem = (code: string, userId: string, call: PaymentCall) => Promise<Redeemed>;

export function createRedeem(
  ports: Pick<PaymentsPorts, 'intents' | 'payments' | 'guests' | 'reads' | 'receiptCodes'> & {
    readonly claims: Claims;
  },
): Redeem {
  const { intents, payments, guests, reads, receiptCodes, claims } = ports;

  /** And waits until the reads of the next request show it. */
  async function bring(...joining: Parameters<typeof guests.bring>): Promise<void> {
    const position = await guests.bring(...joining);
    if (position !== null) await reads.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
  }

  return async (code, userId, call) => {
    const user: Holder = { kind: 'account', userId };
    const intent = await intents.findByReceipt(receiptCodes.hashOf(code));
    if (!intent) return 'code_unknown';
    const { paymentId } = intent;
    const before = await payments.current(paymentId);
    // Nobody has this code before it is paid, so somebody guessed: no hint.
    if (before.cents === null) return 'code_unknown';
    const claim = { to: user, from: before.holder?.userId ?? null, via: 'receipt_code' } as const;
    const outcome = await claims.claim(paymentId, claim, call);
    if (outcome.kind === 'refused') {
      const { refusal } = outcome.refusal;
      if (refusal === 'receipt_code_used') return 'code_used';
      return refusal === 'payment_held' ? 'held' : 'taken_back';
    }
    const { guestId } = outcome.payment;
    // Again by the same account: whatever did not come along the first time comes now.
    if (guestId !== null) await bring({ guestId, userId, open: true }, call);
    return (await claims.settled(paymentId, user, call)) === 'none' ? 'taken_back' : 'granted';
  };
}
