import type { RequestContext } from '#app/new-events.ts';
import type { AccountOrGuest } from '#domain/account/account.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import type { ClaimPayment } from './claim-payment.ts';
import type { PaymentsPorts } from './ports.ts';
import type { SyncAndAwaitAccess } from './sync-access.ts';

export type RedeemResult =
  | 'granted'
  | 'code_unknown'
  | 'code_used'
  /** Another account has the access already. */
  | 'held'
  | 'reversed'
  | 'underpaid'
  /** An administrator has revoked the access of this payment. */
  | 'revoked';

/**
 * Moves the access of a payment, and everything of its guest, to an account, by the code on the receipt. The code works
 * once. A refused attempt changes nothing.
 */
export type RedeemReceiptCode = (code: string, userId: string, context: RequestContext) => Promise<RedeemResult>;

export function createRedeemReceiptCode(
  ports: Pick<PaymentsPorts, 'intents' | 'paymentCommands' | 'access' | 'guests' | 'readModel' | 'receiptCodes'> & {
    readonly claimPayment: ClaimPayment;
    readonly syncAndAwaitAccess: SyncAndAwaitAccess;
  },
): RedeemReceiptCode {
  const { intents, paymentCommands, access, guests, readModel, receiptCodes, claimPayment, syncAndAwaitAccess } = ports;

  /** Moves the guest's data and waits until the read model shows it. */
  async function moveGuest(...move: Parameters<typeof guests.moveToAccount>): Promise<void> {
    const position = await guests.moveToAccount(...move);
    if (position !== null) await readModel.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
  }

  return async (code, userId, context) => {
    const user: AccountOrGuest = { kind: 'account', userId };
    const intent = await intents.findByReceipt(receiptCodes.hashOf(code));
    if (!intent) return 'code_unknown';
    const { paymentId } = intent;
    const before = await paymentCommands.currentState(paymentId);
    // Nobody gets this code before payment, so it was guessed, and the answer gives no hint.
    if (before.paidCents === null) return 'code_unknown';
    // This is checked before anything is written, so that a failed attempt leaves no trace.
    if (before.isConfirmed && (await access.isRevoked({ id: paymentId, holders: before.holders }))) return 'revoked';
    const claim = { to: user, from: before.holder?.userId ?? null, via: 'receipt_code' } as const;
    const outcome = await claimPayment(paymentId, claim, context);
    if (outcome.kind === 'refused') {
      const { refusal } = outcome.refusal;
      if (refusal === 'receipt_code_used') return 'code_used';
      return refusal === 'payment_held' ? 'held' : unpaidRefusal(outcome.payment);
    }
    const { guestId } = outcome.payment;
    // A repeat by the same account moves whatever was not moved the first time.
    if (guestId !== null) await moveGuest({ guestId, userId, showGuestBusiness: true }, context);
    if ((await syncAndAwaitAccess(paymentId, user, context)) !== 'none') return 'granted';
    // The payment may have been refunded, or the access revoked, at the same moment.
    const after = await paymentCommands.currentState(paymentId);
    return after.isConfirmed ? 'revoked' : unpaidRefusal(after);
  };
}

const unpaidRefusal = ({ reversal, isUnderpaid }: Payment): RedeemResult =>
  isUnderpaid && reversal === null ? 'underpaid' : 'reversed';
