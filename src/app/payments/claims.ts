import type { ClaimedVia, Holder, Payment, PaymentRefusal } from '#domain/payment/payment.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';

export interface Claim {
  readonly to: Holder;
  /** Whom it is taken from; null: only where nobody holds it. */
  readonly from: string | null;
  readonly via: ClaimedVia;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly payment: Payment }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal; readonly payment: Payment };

/** Who has the access of a payment. */
export interface Claims {
  /** Decides whose the payment is; `settled` then gives the access. */
  claim(paymentId: string, claim: Claim, call: PaymentCall): Promise<ClaimOutcome>;
  /**
   * Gives the access of a confirmed payment to its holder. `shown`: the reads of the next request show it; `late`: they
   * may not yet; `none`: an administrator has taken it away.
   */
  settled(paymentId: string, holder: Holder, call: PaymentCall): Promise<'shown' | 'late' | 'none'>;
}

/** How long a caller waits for the read model. */
export const WAIT_MS = 2_000;

export function createClaims(
  ports: Pick<PaymentsPorts, 'payments' | 'access' | 'accounts' | 'reads' | 'newId'>,
): Claims {
  const { payments, access, accounts, reads, newId } = ports;
  return {
    async claim(paymentId, { to, from, via }, call) {
      const outcome = await payments.handle(
        paymentId,
        { type: 'Claim', to, from, via },
        { ...call, changeId: newId() },
      );
      if (outcome.kind === 'refused') return { kind: 'refused', refusal: outcome.refusal, payment: outcome.state };
      if (outcome.kind === 'key_reused') throw new Error('a claim has no key');
      return { kind: 'claimed', payment: outcome.state };
    },
    async settled(paymentId, holder, call) {
      const position = await access.settle(paymentId, call);
      if (position === null || !(await accounts.hasAccess(holder.userId))) return 'none';
      return (await reads.waitFor(position, WAIT_MS)) === 'reached' ? 'shown' : 'late';
    },
  };
}
