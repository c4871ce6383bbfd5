import type { RequestContext } from '#app/new-events.ts';
import { isClaimableByBuyerToken, type Payment } from '#domain/payment/payment.ts';
import { ProviderError } from '../provider.ts';
import { guestIdOf } from '#app/ids.ts';
import type { Claim, ClaimPayment } from './claim-payment.ts';
import type { RereadCharge } from './reread-charge.ts';
import type { PaymentsPorts } from './ports.ts';
import { MIN_READING_INTERVAL_SECONDS } from './intent-update.ts';
import type { PaymentVisitor } from '../intent.ts';
import type { SyncAndAwaitAccess } from './sync-access.ts';
import type { FindVisiblePayment, VisiblePayment } from './visible-payment.ts';

/**
 * The status of a payment as the buyer sees it; the words are part of the API. `PENDING`: no money yet, or paid and
 * without access (nobody holds it, revoked, not visible yet). `OVERDUE`: the code has expired or the intent is closed,
 * unlike `overdue` of a charge, which can still be paid. `REFUNDED`: refunded or charged back.
 */
export type PaymentStatus = 'PENDING' | 'CONFIRMED' | 'OVERDUE' | 'REFUNDED' | 'REFUSED_AMOUNT';

export interface StatusResult {
  readonly status: PaymentStatus;
  /**
   * Tells whether the holder has access and the read model shows it; false after a refund, once the read model shows
   * that.
   */
  readonly accessGranted: boolean;
  readonly heldBy: 'you' | 'another' | null;
  /** The guest as whom this browser is signed in from now on; null to keep its session. */
  readonly guestIdToSignIn: string | null;
}

const WITHOUT_ACCESS = { accessGranted: false, heldBy: null, guestIdToSignIn: null } as const;

/**
 * Reads the status of a payment; null for a visitor who may not see it. A confirmed payment without a holder is given
 * to the session that began it, or else to the browser with the buyer's token; so is one whose holder's only claim is
 * an e-mail, unless a guest has held it before.
 */
export interface PaymentStatusReader {
  /** Reads the stored state, without asking the provider. */
  read(paymentId: string, visitor: PaymentVisitor, context: RequestContext): Promise<StatusResult | null>;
  /** Reads the state after asking the provider, at most once in 15 seconds for each payment. */
  refresh(paymentId: string, visitor: PaymentVisitor, context: RequestContext): Promise<StatusResult | null>;
}

export function createPaymentStatusReader(
  ports: Pick<PaymentsPorts, 'intents' | 'access' | 'clock' | 'warn'> & {
    readonly findVisiblePayment: FindVisiblePayment;
    readonly claimPayment: ClaimPayment;
    readonly syncAndAwaitAccess: SyncAndAwaitAccess;
    readonly rereadCharge: RereadCharge;
  },
): PaymentStatusReader {
  const { intents, access, clock, warn, findVisiblePayment, claimPayment, syncAndAwaitAccess, rereadCharge } = ports;

  async function refreshCharge({ intent }: VisiblePayment, context: RequestContext): Promise<void> {
    const { paymentId, state } = intent;
    if (state === 'paid' || !(await intents.reserveReading(paymentId, clock(), MIN_READING_INTERVAL_SECONDS))) return;
    try {
      await rereadCharge(paymentId, context);
    } catch (error) {
      // The stored state is still useful, and the provider is asked again later.
      if (!(error instanceof ProviderError)) throw error;
      warn({ paymentId, err: error }, 'the provider could not be asked');
    }
  }

  async function claimForVisitor(visible: VisiblePayment, visitor: PaymentVisitor, context: RequestContext) {
    const { payment, intent } = visible;
    const claim = nextClaim(visible, visitor);
    if (!claim || (await access.isRevoked({ id: intent.paymentId, holders: payment.holders }))) return payment;
    return (await claimPayment(intent.paymentId, { ...claim, from: payment.holder?.userId ?? null }, context)).payment;
  }

  async function resultFor(
    visible: VisiblePayment,
    visitor: PaymentVisitor,
    context: RequestContext,
  ): Promise<StatusResult> {
    const { intent, hasBuyerToken } = visible;
    const payment = await claimForVisitor(visible, visitor, context);
    const { holder } = payment;
    // The access is synced also after a refund, so that the next request agrees with this answer about the access.
    const accessState = holder && (await syncAndAwaitAccess(intent.paymentId, holder, context));
    if (!payment.isConfirmed || holder === null || accessState !== 'visible')
      return { ...WITHOUT_ACCESS, status: statusWithoutAccess(visible, payment, clock()) };
    // The guest is signed in again, in case the response that did so was lost.
    const isGuestOfPayment = hasBuyerToken && visitor.user === null && holder.userId === guestIdOf(intent.paymentId);
    const isYours = isGuestOfPayment || visitor.user?.userId === holder.userId;
    return {
      status: 'CONFIRMED',
      accessGranted: true,
      heldBy: isYours ? 'you' : 'another',
      guestIdToSignIn: isGuestOfPayment ? holder.userId : null,
    };
  }

  const read: PaymentStatusReader['read'] = async (paymentId, visitor, context) => {
    const visible = await findVisiblePayment(paymentId, visitor);
    return visible && resultFor(visible, visitor, context);
  };

  return {
    read,
    async refresh(paymentId, visitor, context) {
      const visible = await findVisiblePayment(paymentId, visitor);
      if (!visible) return null;
      await refreshCharge(visible, context);
      return read(paymentId, visitor, context);
    },
  };
}

/** The claim to make now: for the session that began the payment, or else for the browser with the buyer's token. */
function nextClaim(
  { intent, payment, hasBuyerToken }: VisiblePayment,
  visitor: PaymentVisitor,
): Omit<Claim, 'from'> | null {
  if (!isClaimableByBuyerToken(payment)) return null;
  if (intent.user) return payment.holder === null ? { to: intent.user, via: 'session' } : null;
  if (!hasBuyerToken) return null;
  return { to: visitor.user ?? { kind: 'guest', userId: guestIdOf(intent.paymentId) }, via: 'browser' };
}

/** The status of a payment that gives no access (yet): a confirmed one is pending until the access is given. */
export function statusWithoutAccess({ intent }: VisiblePayment, payment: Payment, now: Date): PaymentStatus {
  if (payment.reversal !== null) return 'REFUNDED';
  if (payment.isConfirmed) return 'PENDING';
  if (payment.isUnderpaid) return 'REFUSED_AMOUNT';
  const isLate = intent.state === 'closed' || (intent.expiresAt !== null && intent.expiresAt <= now);
  return isLate ? 'OVERDUE' : 'PENDING';
}
