import type { RequestContext } from '#app/new-events.ts';
import { isClaimableByBuyer, type Payment } from '#domain/payment/payment.ts';
import { ProviderError } from '../port.ts';
import { guestIdOf } from '#app/ids.ts';
import type { Claim, Claims } from './claims.ts';
import type { RereadCharge } from './reread-charge.ts';
import type { PaymentsPorts } from './ports.ts';
import { MIN_READING_INTERVAL_SECONDS } from './intent-update.ts';
import type { Browser } from '../intent.ts';
import type { SyncAndAwaitAccess } from './sync-access.ts';
import type { FindVisiblePayment, VisiblePayment } from './visible-payment.ts';

export type PaymentStatus = 'PENDING' | 'CONFIRMED' | 'OVERDUE' | 'REFUNDED' | 'REFUSED_AMOUNT';

export interface StatusResult {
  readonly status: PaymentStatus;
  /**
   * True if the holder has access and the read model shows it; false after a refund, once the read model shows that.
   */
  readonly accessGranted: boolean;
  readonly heldBy: 'you' | 'another' | null;
  /** The guest as whom this browser is signed in from now on; null to keep its session. */
  readonly guestIdToSignIn: string | null;
}

/**
 * Reads the state of a payment. A confirmed payment without a holder is given to the browser that paid; so is one whose
 * holder's only claim is an e-mail, unless that browser has used it as a guest before.
 */
export interface Status {
  /** The stored state, without asking the provider. */
  read(paymentId: string, browser: Browser, context: RequestContext): Promise<StatusResult | null>;
  /** The state after asking the provider, at most once in 15 seconds for each payment. */
  refresh(paymentId: string, browser: Browser, context: RequestContext): Promise<StatusResult | null>;
}

export function createStatus(
  ports: Pick<PaymentsPorts, 'intents' | 'access' | 'clock' | 'warn'> & {
    readonly findVisiblePayment: FindVisiblePayment;
    readonly claims: Claims;
    readonly syncAndAwaitAccess: SyncAndAwaitAccess;
    readonly rereadCharge: RereadCharge;
  },
): Status {
  const { intents, access, clock, warn, findVisiblePayment, claims, syncAndAwaitAccess, rereadCharge } = ports;

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

  async function claimForBrowser(visible: VisiblePayment, browser: Browser, context: RequestContext): Promise<Payment> {
    const { payment, intent } = visible;
    const claim = nextClaim(visible, browser);
    if (!claim || (await access.isRevoked({ id: intent.paymentId, holders: payment.holders }))) return payment;
    return (await claims.claim(intent.paymentId, { ...claim, from: payment.holder?.userId ?? null }, context)).payment;
  }

  async function resultFor(viewed: VisiblePayment, browser: Browser, context: RequestContext): Promise<StatusResult> {
    const { intent, isBuyer } = viewed;
    const payment = await claimForBrowser(viewed, browser, context);
    const { holder } = payment;
    // Also after a refund, so that the next request agrees with this answer about the access.
    const visibility = holder && (await syncAndAwaitAccess(intent.paymentId, holder, context));
    if (!payment.isConfirmed || holder === null || visibility !== 'visible')
      return {
        status: statusWithoutAccess(viewed, payment, clock()),
        accessGranted: false,
        heldBy: null,
        guestIdToSignIn: null,
      };
    // The guest is signed in again, in case the response that did so was lost.
    const isGuestOfPayment = isBuyer && browser.user === null && holder.userId === guestIdOf(intent.paymentId);
    const isYours = isGuestOfPayment || browser.user?.userId === holder.userId;
    return {
      status: 'CONFIRMED',
      accessGranted: true,
      heldBy: isYours ? 'you' : 'another',
      guestIdToSignIn: isGuestOfPayment ? holder.userId : null,
    };
  }

  async function read(paymentId: string, browser: Browser, context: RequestContext): Promise<StatusResult | null> {
    const visible = await findVisiblePayment(paymentId, browser);
    return visible && resultFor(visible, browser, context);
  }

  return {
    read,
    async refresh(paymentId, browser, context) {
      const visible = await findVisiblePayment(paymentId, browser);
      if (!visible) return null;
      await refreshCharge(visible, context);
      return read(paymentId, browser, context);
    },
  };
}

/** The claim that follows from this view: for the session that began the payment, else for the buyer's browser. */
function nextClaim({ intent, payment, isBuyer }: VisiblePayment, browser: Browser): Omit<Claim, 'from'> | null {
  if (!isClaimableByBuyer(payment)) return null;
  if (intent.user) return payment.holder === null ? { to: intent.user, via: 'session' } : null;
  if (!isBuyer) return null;
  return { to: browser.user ?? { kind: 'guest', userId: guestIdOf(intent.paymentId) }, via: 'browser' };
}

/** The status of a payment that gives no access (yet): a confirmed one is pending until the access is given. */
export function statusWithoutAccess({ intent }: VisiblePayment, payment: Payment, now: Date): PaymentStatus {
  if (payment.reversal !== null) return 'REFUNDED';
  if (payment.isConfirmed) return 'PENDING';
  if (payment.isUnderpaid) return 'REFUSED_AMOUNT';
  const isLate = intent.state === 'closed' || (intent.expiresAt !== null && intent.expiresAt <= now);
  return isLate ? 'OVERDUE' : 'PENDING';
}
