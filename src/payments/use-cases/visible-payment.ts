import type { Payment } from '#domain/payment/payment.ts';
import { type Browser, BUYER_TOKEN_LIFETIME_MS, type PaymentIntent } from '../intent.ts';
import type { PaymentsPorts } from './ports.ts';

export interface VisiblePayment {
  readonly intent: PaymentIntent;
  readonly payment: Payment;
  /** True if the browser began the payment, within a day, and its token has not been invalidated since. */
  readonly isBuyer: boolean;
}

/** Finds a payment for its buyer or its owner; null for everybody else, exactly as for an unknown payment. */
export type FindVisiblePayment = (paymentId: string, browser: Browser) => Promise<VisiblePayment | null>;

export function createFindVisiblePayment({
  intents,
  payments,
  clock,
}: Pick<PaymentsPorts, 'intents' | 'payments' | 'clock'>): FindVisiblePayment {
  return async (paymentId, { buyerHash, user }) => {
    if (buyerHash === null && user === null) return null;
    const intent = await intents.find(paymentId);
    if (!intent) return null;
    const payment = await payments.currentState(paymentId);
    const isTokenValid = clock().getTime() - intent.createdAt.getTime() < BUYER_TOKEN_LIFETIME_MS;
    // A person who signs in where another account has begun to pay is not that buyer.
    const isOtherAccount = intent.user?.kind === 'account' && user !== null && user.userId !== intent.user.userId;
    const isBuyer = isTokenValid && !isOtherAccount && buyerHash === intent.buyerHash;
    const isOwner = user !== null && [intent.user?.userId, payment.holder?.userId].includes(user.userId);
    return isBuyer || isOwner ? { intent, payment, isBuyer } : null;
  };
}
