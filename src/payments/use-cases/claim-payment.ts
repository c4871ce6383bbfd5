import type { RequestContext } from '#app/new-events.ts';
import type { AccountOrGuest } from '#domain/account/account.ts';
import type { ClaimMethod, Payment, PaymentRefusal } from '#domain/payment/payment.ts';
import type { PaymentsPorts } from './ports.ts';

export interface Claim {
  readonly to: AccountOrGuest;
  /** The expected present holder; null if the payment must have none. */
  readonly from: string | null;
  readonly via: ClaimMethod;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly payment: Payment }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal; readonly payment: Payment };

/** Decides who holds a payment; `syncAndAwaitAccess` then gives the access. */
export type ClaimPayment = (paymentId: string, claim: Claim, context: RequestContext) => Promise<ClaimOutcome>;

export function createClaimPayment({
  paymentCommands,
  newId,
  clock,
}: Pick<PaymentsPorts, 'paymentCommands' | 'newId' | 'clock'>): ClaimPayment {
  return async (paymentId, { to, from, via }, context) => {
    const outcome = await paymentCommands.handle(
      paymentId,
      { type: 'Claim', to, from, via, at: clock().toISOString() },
      { ...context, changeId: newId() },
    );
    if (outcome.kind === 'refused') return { kind: 'refused', refusal: outcome.refusal, payment: outcome.state };
    if (outcome.kind === 'key_reused') throw new Error('a claim is sent without an Idempotency-Key');
    return { kind: 'claimed', payment: outcome.state };
  };
}
