import type { RequestContext } from '#app/new-events.ts';
import type { ClaimMethod, Holder, Payment, PaymentRefusal } from '#domain/payment/payment.ts';

import type { PaymentsPorts } from './ports.ts';

export interface Claim {
  readonly to: Holder;
  /** The expected present holder; null if the payment must have none. */
  readonly from: string | null;
  readonly via: ClaimMethod;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly payment: Payment }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal; readonly payment: Payment };

/** Decisions about the holder of a payment. */
export interface Claims {
  /** Decides who holds the payment; `syncAndAwaitAccess` then gives the access. */
  claim(paymentId: string, claim: Claim, context: RequestContext): Promise<ClaimOutcome>;
}

export function createClaims({ payments, newId, clock }: Pick<PaymentsPorts, 'payments' | 'newId' | 'clock'>): Claims {
  return {
    async claim(paymentId, { to, from, via }, context) {
      const outcome = await payments.handle(
        paymentId,
        { type: 'Claim', to, from, via, at: clock().toISOString() },
        { ...context, changeId: newId() },
      );
      if (outcome.kind === 'refused') return { kind: 'refused', refusal: outcome.refusal, payment: outcome.state };
      if (outcome.kind === 'key_reused') throw new Error('a claim has no key');
      return { kind: 'claimed', payment: outcome.state };
    },
  };
}
