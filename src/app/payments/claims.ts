import type { ClaimedVia, Holder, Payment, PaymentRefusal } from '#domain/payment/payment.ts';
import type { Position } from '#eventstore/port.ts';
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
  /** The holder of a confirmed payment has the access, and reads of the next request show it. */
  settled(paymentId: string, call: PaymentCall): Promise<boolean>;
}

/** How long a caller waits for the read model. */
const WAIT_MS = 2_000;

export function createClaims(ports: Pick<PaymentsPorts, 'payments' | 'access' | 'guests' | 'reads' | 'newId'>): Claims {
  const { payments, access, guests, reads, newId } = ports;
  return {
    async claim(paymentId, { to, from, via }, call) {
      if (to.kind === 'guest') await guests.register(to.userId, call);
      const outcome = await payments.handle(
        paymentId,
        { type: 'Claim', to, from, via },
        { ...call, changeId: newId() },
      );
      if (outcome.kind === 'refused') return { kind: 'refused', refusal: outcome.refusal, payment: outcome.state };
      if (outcome.kind === 'key_reused') throw new Error('a claim has no key');
      return { kind: 'claimed', payment: outcome.state };
    },
    async settled(paymentId, call) {
      const position: Position | null = await access.settle(paymentId, call);
      return position !== null && (await reads.waitFor(position, WAIT_MS)) === 'reached';
    },
  };
}
