import { isForPayingBrowser, type Payment } from '#domain/payment/payment.ts';
import { ProviderError } from '../port.ts';
import { guestIdOf } from '#app/ids.ts';
import type { Claim, Claims } from './claims.ts';
import type { Collect } from './collect.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';
import { ASK_EVERY_SECONDS } from './charge-reading.ts';
import type { View, PaymentView, Viewer } from './viewer.ts';

export type PaymentStatus = 'PENDING' | 'CONFIRMED' | 'OVERDUE' | 'REFUNDED' | 'REFUSED_AMOUNT';

export interface StatusView {
  readonly status: PaymentStatus;
  /** Whether an account has the access now and reads show it; false after a refund, once reads show that. */
  readonly accessGranted: boolean;
  readonly heldBy: 'you' | 'another' | null;
  /** The guest whom this browser becomes from now on; null to keep its session. */
  readonly guestToSignIn: string | null;
}

/**
 * The known state of a payment, without asking the provider. Where it is confirmed and has no holder, the browser that
 * paid gets the access; also where the holder's only claim is an e-mail, and the browser gave no one access before.
 */
export interface Status {
  of(paymentId: string, viewer: Viewer, call: PaymentCall): Promise<StatusView | null>;
  /** The state after asking the provider, at most once in 15 seconds for each payment. */
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
      // The known state is still a useful answer, and the sweep asks the provider again.
      if (!(error instanceof ProviderError)) throw error;
      warn({ paymentId, err: error }, 'the provider could not be asked');
    }
  }

  async function claimed(viewed: PaymentView, viewer: Viewer, call: PaymentCall): Promise<Payment> {
    const { payment, intent } = viewed;
    const wanted = nextHolder(viewed, viewer);
    if (!wanted || (await access.isRevoked({ id: intent.paymentId, holders: payment.holders }))) return payment;
    return (await claims.claim(intent.paymentId, { ...wanted, from: payment.holder?.userId ?? null }, call)).payment;
  }

  async function statusView(viewed: PaymentView, viewer: Viewer, call: PaymentCall): Promise<StatusView> {
    const { intent, isBuyer } = viewed;
    const payment = await claimed(viewed, viewer, call);
    const { holder } = payment;
    // Also after a refund, so that the next request agrees with this answer about the access.
    const reads = holder && (await claims.settled(intent.paymentId, holder, call));
    if (!payment.confirmed || holder === null || reads !== 'shown')
      return {
        status: withoutAccess(viewed, payment, clock()),
        accessGranted: false,
        heldBy: null,
        guestToSignIn: null,
      };
    // The guest is let in again, in case the answer that did so was lost.
    const mayBecomeGuest = isBuyer && viewer.user === null && holder.userId === guestIdOf(intent.paymentId);
    const isYours = mayBecomeGuest || viewer.user?.userId === holder.userId;
    return {
      status: 'CONFIRMED',
      accessGranted: true,
      heldBy: isYours ? 'you' : 'another',
      guestToSignIn: mayBecomeGuest ? holder.userId : null,
    };
  }

  async function of(paymentId: string, viewer: Viewer, call: PaymentCall): Promise<StatusView | null> {
    const viewed = await view(paymentId, viewer);
    return viewed && statusView(viewed, viewer, call);
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

/** The next holder: an owner's session, the current session of the buyer's browser, else its guest. */
function nextHolder({ intent, payment, isBuyer }: PaymentView, viewer: Viewer): Omit<Claim, 'from'> | null {
  if (!isForPayingBrowser(payment)) return null;
  if (intent.user) return payment.holder === null ? { to: intent.user, via: 'session' } : null;
  if (!isBuyer) return null;
  return { to: viewer.user ?? { kind: 'guest', userId: guestIdOf(intent.paymentId) }, via: 'browser' };
}

/** A confirmed payment whose access has not been given yet is still pending. */
export function withoutAccess({ intent }: PaymentView, payment: Payment, now: Date): PaymentStatus {
  if (payment.takenBack !== null) return 'REFUNDED';
  if (payment.confirmed) return 'PENDING';
  if (payment.isUnderpaid) return 'REFUSED_AMOUNT';
  const isLate = intent.state === 'closed' || (intent.expiresAt !== null && intent.expiresAt <= now);
  return isLate ? 'OVERDUE' : 'PENDING';
}
