import { isForPayingBrowser, type Payment } from '#domain/payment/payment.ts';
import { ProviderError } from '../port.ts';
import { guestOf } from '#app/ids.ts';
import type { Claim, Claims } from './claims.ts';
import type { Collect } from './collect.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';
import { ASK_EVERY_SECONDS } from './reading.ts';
import type { View, PaymentView, Viewer } from './viewer.ts';

export type PaymentStatus = 'PENDING' | 'CONFIRMED' | 'OVERDUE' | 'REFUNDED' | 'REFUSED_AMOUNT';

export interface StatusView {
  readonly status: PaymentStatus;
  /** Some account has the access now, and reads show it; false after a refund: reads show that too. */
  readonly accessGranted: boolean;
  readonly heldBy: 'you' | 'another' | null;
  /** A guest to whom this browser belongs from now on; null: leave its session as it is. */
  readonly guestToSeat: string | null;
}

/**
 * What has become of a payment, as far as we know; the provider is not asked. Where it is confirmed and nobody's yet, the
 * browser that paid gets the access; also where it is an account's by an e-mail alone, and nobody was let in before.
 */
export interface Status {
  of(paymentId: string, viewer: Viewer, call: PaymentCall): Promise<StatusView | null>;
  /** The same after asking the provider, at most once in 15 seconds for each payment. */
  askedNow(paymentId: string, viewer: Viewer, call: PaymentCall): Promise<StatusView | null>;
}

export function createStatus(
  ports: Pick<PaymentsPorts, 'intents' | 'access' | 'clock' | 'warn'> & {
    readonly view: View;
    readonly claims: Claims;
    readonly collect: Collect;
  },
): Status {
  const { intents, access, clock, warn, view, claims, collect } = ports;

  async function ask({ intent }: PaymentView, call: PaymentCall): Promise<void> {
    const { paymentId, state } = intent;
    if (state === 'paid' || !(await intents.mayAsk(paymentId, clock(), ASK_EVERY_SECONDS))) return;
    try {
      await collect(paymentId, call);
    } catch (error) {
      // What we know is still worth saying, and the sweep asks again.
      if (!(error instanceof ProviderError)) throw error;
      warn({ paymentId, err: error }, 'the provider could not be asked');
    }
  }

  /** Who gets it now: an owner's session, the one that is in the buyer's browser today, else its guest. */
  function heir({ intent, payment, isBuyer }: PaymentView, viewer: Viewer): Omit<Claim, 'from'> | null {
    if (!isForPayingBrowser(payment)) return null;
    if (intent.user) return payment.holder === null ? { to: intent.user, via: 'session' } : null;
    if (!isBuyer) return null;
    return { to: viewer.user ?? { kind: 'guest', userId: guestOf(intent.paymentId) }, via: 'browser' };
  }

  async function claimed(viewed: PaymentView, viewer: Viewer, call: PaymentCall): Promise<Payment> {
    const { payment, intent } = viewed;
    const wanted = heir(viewed, viewer);
    if (!wanted || (await access.isRevoked({ id: intent.paymentId, holders: payment.holders }))) return payment;
    return (await claims.claim(intent.paymentId, { ...wanted, from: payment.holder?.userId ?? null }, call)).payment;
  }

  async function told(viewed: PaymentView, viewer: Viewer, call: PaymentCall): Promise<StatusView> {
    const { intent, isBuyer } = viewed;
    const payment = await claimed(viewed, viewer, call);
    const { holder } = payment;
    // Also where the money went back: what is said here of the access is what the next request meets.
    const reads = holder && (await claims.settled(intent.paymentId, holder, call));
    if (!payment.confirmed || holder === null || reads !== 'shown')
      return { status: withoutAccess(viewed, payment, clock()), accessGranted: false, heldBy: null, guestToSeat: null };
    // Its own guest again, should the answer that seated it have been lost on its way.
    const isSeatFree = isBuyer && viewer.user === null && holder.userId === guestOf(intent.paymentId);
    const isYours = isSeatFree || viewer.user?.userId === holder.userId;
    return {
      status: 'CONFIRMED',
      accessGranted: true,
      heldBy: isYours ? 'you' : 'another',
      guestToSeat: isSeatFree ? holder.userId : null,
    };
  }

  async function of(paymentId: string, viewer: Viewer, call: PaymentCall): Promise<StatusView | null> {
    const viewed = await view(paymentId, viewer);
    return viewed && told(viewed, viewer, call);
  }

  return {
    of,
    async askedNow(paymentId, viewer, call) {
      const viewed = await view(paymentId, viewer);
      if (!viewed) return null;
      await ask(viewed, call);
      return of(paymentId, viewer, call);
    },
  };
}

/** A payment that is paid but whose access is on its way still waits. */
export function withoutAccess({ intent }: PaymentView, payment: Payment, now: Date): PaymentStatus {
  if (payment.takenBack !== null) return 'REFUNDED';
  if (payment.confirmed) return 'PENDING';
  if (payment.tooLittle) return 'REFUSED_AMOUNT';
  const isLate = intent.state === 'closed' || (intent.expiresAt !== null && intent.expiresAt <= now);
  return isLate ? 'OVERDUE' : 'PENDING';
}
