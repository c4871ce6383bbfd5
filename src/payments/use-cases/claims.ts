import type { RequestContext } from '#app/new-events.ts';
import type { ClaimMethod, Holder, Payment, PaymentRefusal } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
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
  /** Decides who holds the payment; `syncAccess` then gives the access. */
  claim(paymentId: string, claim: Claim, context: RequestContext): Promise<ClaimOutcome>;
  /**
   * Updates the accounts to match the payment: while it is confirmed its holder has the access, unless an administrator
   * has revoked it. `shown`: the read model shows that the holder has access; `none`: the holder has no access;
   * `late`: the read model may not show it yet.
   */
  syncAccess(paymentId: string, holder: Holder, context: RequestContext): Promise<'shown' | 'late' | 'none'>;
}

export function createClaims({
  payments,
  access,
  accounts,
  readModel,
  newId,
  clock,
}: Pick<PaymentsPorts, 'payments' | 'access' | 'accounts' | 'readModel' | 'newId' | 'clock'>): Claims {
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
    async syncAccess(paymentId, holder, context) {
      const position = await access.syncAccounts(paymentId, context);
      if (position === null) return 'none';
      const waitResult = await readModel.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
      if (!(await accounts.hasAccess(holder.userId))) return 'none';
      return waitResult === 'reached' ? 'shown' : 'late';
    },
  };
}
