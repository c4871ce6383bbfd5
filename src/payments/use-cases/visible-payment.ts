import type { Payment } from '#domain/payment/payment.ts';
import { BUYER_TOKEN_LIFETIME_MS, type PaymentIntent, type PaymentVisitor } from '../intent.ts';
import type { PaymentsPorts } from './ports.ts';

/** A payment that this visitor may see. */
export interface VisiblePayment {
  readonly intent: PaymentIntent;
  readonly payment: Payment;
  /** Tells whether the browser has the token that it got when it began the payment, and the token is still valid. */
  readonly hasBuyerToken: boolean;
}

/**
 * Finds a payment for the browser with the buyer's token, for the account or guest that began it, and for its holder;
 * null for everybody else, exactly as for an unknown payment.
 */
export type FindVisiblePayment = (paymentId: string, visitor: PaymentVisitor) => Promise<VisiblePayment | null>;

export function createFindVisiblePayment({
  intents,
  paymentCommands,
  clock,
}: Pick<PaymentsPorts, 'intents' | 'paymentCommands' | 'clock'>): FindVisiblePayment {
  return async (paymentId, { buyerTokenHash, user }) => {
    if (buyerTokenHash === null && user === null) return null;
    const intent = await intents.find(paymentId);
    if (!intent) return null;
    const payment = await paymentCommands.currentState(paymentId);
    const isTokenValid = clock().getTime() - intent.createdAt.getTime() < BUYER_TOKEN_LIFETIME_MS;
    // A person who signs in where another account has begun to pay does not get that account's payment.
    const isOtherAccount = intent.user?.kind === 'account' && user !== null && user.userId !== intent.user.userId;
    const hasBuyerToken = isTokenValid && !isOtherAccount && buyerTokenHash === intent.buyerTokenHash;
    const beganOrHoldsIt = user !== null && [intent.user?.userId, payment.holder?.userId].includes(user.userId);
    return hasBuyerToken || beganOrHoldsIt ? { intent, payment, hasBuyerToken } : null;
  };
}
