import type { Holder, Payment } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#app/command-handler.ts';
import type { Claims } from './claims.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';

export type RedeemResult =
  | 'granted'
  | 'code_unknown'
  | 'code_used'
  /** Another account has the access already. */
  | 'held'
  | 'taken_back'
  | 'too_little'
  /** An administrator has taken the access of this payment away. */
  | 'revoked';

/** Moves the access of a payment, and what its guest owns, to an account, by the code on the receipt. It works once. What is refused changes nothing. */
export type Redeem = (code: string, userId: string, call: PaymentCall) => Promise<RedeemResult>;

export function createRedeem(
  ports: Pick<PaymentsPorts, 'intents' | 'payments' | 'access' | 'guests' | 'reads' | 'receiptCodes'> & {
    readonly claims: Claims;
  },
): Redeem {
  const { intents, payments, access, guests, reads, receiptCodes, claims } = ports;

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
    // Asked before anything is written: what comes to nothing leaves no trace of having been tried.
    if (before.confirmed && (await access.isRevoked({ id: paymentId, holders: before.holders }))) return 'revoked';
    const claim = { to: user, from: before.holder?.userId ?? null, via: 'receipt_code' } as const;
    const outcome = await claims.claim(paymentId, claim, call);
    if (outcome.kind === 'refused') {
      const { refusal } = outcome.refusal;
      if (refusal === 'receipt_code_used') return 'code_used';
      return refusal === 'payment_held' ? 'held' : withoutMoney(outcome.payment);
    }
    const { guestId } = outcome.payment;
    // Again by the same account: whatever did not come along the first time comes now.
    if (guestId !== null) await bring({ guestId, userId, open: true }, call);
    if ((await claims.settled(paymentId, user, call)) !== 'none') return 'granted';
    // At the same moment the money went back, or an administrator took the access away.
    const after = await payments.current(paymentId);
    return after.confirmed ? 'revoked' : withoutMoney(after);
  };
}

const withoutMoney = ({ takenBack, tooLittle }: Payment): RedeemResult =>
  tooLittle && takenBack === null ? 'too_little' : 'taken_back';
