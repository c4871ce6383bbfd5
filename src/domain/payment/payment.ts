import type { AccountOrGuest } from '../account/account.ts';
import type { Effect } from '../event.ts';

/**
 * One payment, from the first money its provider reported. The payment decides whose access it is: it is held by at
 * most one account or guest at a time, and its receipt code works once. Name and e-mail are stored in the payment's
 * intent only.
 */
export interface Payment {
  /** Amount paid, in cents; null before any money was reported. */
  readonly paidCents: number | null;
  /** Tells whether it was paid in full and not reversed since. */
  readonly isConfirmed: boolean;
  readonly reversal: 'refunded' | 'charged_back' | null;
  /** Tells whether less than the price was paid. */
  readonly isUnderpaid: boolean;
  /** The account or guest that holds the payment, and so has its access while it is confirmed. */
  readonly holder: AccountOrGuest | null;
  /** The way in which the holder got it; null without a holder. */
  readonly claimedVia: ClaimMethod | null;
  /**
   * The guest who holds it, or who held it until an account took it over: the receipt's code claims everything that
   * guest owns.
   */
  readonly guestId: string | null;
  /** The ids of all accounts and guests who ever held it, in order and without duplicates. */
  readonly holders: readonly string[];
  readonly isReceiptUsed: boolean;
  /**
   * Requests by account id: accounts that asked a guest for the payment by a verified e-mail. Each gets it unless the
   * guest refuses.
   */
  readonly requests: ReadonlyMap<string, TransferRequest>;
}

export interface TransferRequest {
  /** The guest's deadline for refusing; ISO instant. */
  readonly answerDeadline: string;
  readonly declined: boolean;
}

/**
 * The way in which a holder got it. `session`: the session in which the payment was begun. `browser`: the browser that
 * paid. `verified_email`: a verified e-mail equal to the entered one. `receipt_code`: the code on the receipt.
 * `joining`: everything of the guest who held it goes to this account, because the guest signed in, agreed to a
 * transfer, or the receipt code was used; the word is stored.
 */
export type ClaimMethod = 'session' | 'browser' | 'verified_email' | 'receipt_code' | 'joining';

/** The current state of the money according to the provider. */
export interface ChargeReport {
  readonly provider: string;
  /** The provider's id of the charge. */
  readonly chargeId: string;
  /** The amount of the charge, also after a refund. */
  readonly cents: number;
  readonly status: 'pending' | 'paid' | 'refunded' | 'charged_back';
  /** The reversal that was known when the provider was asked. */
  readonly reversalBeforeReading: Payment['reversal'];
}

export type PaymentEvent =
  | Event<'PaymentConfirmed', { provider: string; chargeId: string; cents: number }>
  /** Less than the price arrived; the money stays at the provider. */
  | Event<'PaymentAmountRefused', { provider: string; chargeId: string; cents: number; price: number }>
  | Event<'PaymentClaimed', { from: AccountOrGuest | null; to: AccountOrGuest; via: ClaimMethod }>
  /**
   * A guest uses the payment, and is asked whether this account may have it; `until` is the deadline for the answer.
   */
  | Event<'PaymentTransferRequested', { userId: string; guestId: string; until: string }>
  | Event<'PaymentTransferDeclined', { userId: string; guestId: string }>
  | Event<'PaymentRefunded', { provider: string; chargeId: string; cents: number }>
  | Event<'PaymentChargedBack', { provider: string; chargeId: string; cents: number }>;

export type PaymentCommand =
  /** `priceCents`: the price of access when this payment was begun, in cents. */
  | { readonly type: 'RecordChargeReport'; readonly report: ChargeReport; readonly priceCents: number }
  /**
   * Claiming a payment that the account holds already changes nothing, except by the receipt's code, which is then used
   * up. `from`: the expected present holder; the payment is not taken from any other.
   */
  | {
      readonly type: 'Claim';
      readonly to: AccountOrGuest;
      readonly from: string | null;
      readonly via: ClaimMethod;
      /** ISO instant, which tells whether a guest's deadline has passed. */
      readonly at?: string;
    }
  /** Requests a payment after `Claim` was refused with `guest_must_be_asked`; repeats change nothing. */
  | { readonly type: 'RequestTransfer'; readonly userId: string; readonly answerDeadline: string }
  | { readonly type: 'DeclineTransfer'; readonly userId: string; readonly guestId: string };

export type PaymentRefusal =
  | { readonly refusal: 'payment_not_confirmed' }
  /** The payment is held by an account, or by another guest than expected. */
  | { readonly refusal: 'payment_held'; readonly by: AccountOrGuest }
  | { readonly refusal: 'receipt_code_used' }
  /** A guest uses the payment and has not answered yet: `request` is the request of this account, null without one. */
  | { readonly refusal: 'guest_must_be_asked'; readonly request: TransferRequest | null }
  | { readonly refusal: 'not_the_holder' };

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export const emptyPayment: Payment = {
  paidCents: null,
  isConfirmed: false,
  reversal: null,
  isUnderpaid: false,
  holder: null,
  claimedVia: null,
  guestId: null,
  holders: [],
  isReceiptUsed: false,
  requests: new Map(),
};

/** Tells whether the holder's only claim is an e-mail that was typed: a stronger claim takes the payment back. */
export const isHeldByEmailAlone = ({ holder, claimedVia }: Payment): boolean =>
  holder?.kind === 'account' && claimedVia === 'verified_email';

/**
 * Tells whether the receipt's code can still move anything: the access, or the data of a guest whose access an
 * account took.
 */
export const isReceiptUsable = (payment: Payment): boolean =>
  payment.isConfirmed &&
  !payment.isReceiptUsed &&
  (payment.holder?.kind !== 'account' || payment.guestId !== null || isHeldByEmailAlone(payment));

/**
 * Tells whether the browser with the buyer's token may have the payment: it has no holder, or one by an e-mail alone,
 * and no guest has ever held it.
 */
export const isClaimableByBuyerToken = (payment: Payment): boolean =>
  payment.isConfirmed && (payment.holder === null || (isHeldByEmailAlone(payment) && payment.guestId === null));

/** The request that waits for the guest's answer, the latest one if there are several; null without one. */
export function openTransferRequest({
  holder,
  requests,
}: Payment): { readonly userId: string; readonly answerDeadline: string } | null {
  if (holder?.kind !== 'guest') return null;
  const pending = [...requests].filter(([, { declined }]) => !declined).at(-1);
  return pending ? { userId: pending[0], answerDeadline: pending[1].answerDeadline } : null;
}

export function evolvePayment(state: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case 'PaymentConfirmed':
      return { ...state, paidCents: event.data.cents, isConfirmed: true, reversal: null, isUnderpaid: false };
    case 'PaymentAmountRefused':
      return { ...state, paidCents: event.data.cents, isUnderpaid: true };
    case 'PaymentClaimed': {
      const { to, via } = event.data;
      return {
        ...state,
        holder: to,
        claimedVia: via,
        guestId: to.kind === 'guest' ? to.userId : state.guestId,
        holders: [...new Set([...state.holders, to.userId])],
        // A guest who signs in brings everything along, so the code could move nothing more.
        isReceiptUsed: state.isReceiptUsed || via === 'receipt_code' || via === 'joining',
      };
    }
    case 'PaymentTransferRequested': {
      const { userId, until: answerDeadline } = event.data;
      return { ...state, requests: new Map(state.requests).set(userId, { answerDeadline, declined: false }) };
    }
    case 'PaymentTransferDeclined': {
      const { userId } = event.data;
      const answerDeadline = state.requests.get(userId)?.answerDeadline ?? '';
      return { ...state, requests: new Map(state.requests).set(userId, { answerDeadline, declined: true }) };
    }
    case 'PaymentRefunded':
      return { ...state, paidCents: event.data.cents, isConfirmed: false, isUnderpaid: false, reversal: 'refunded' };
    case 'PaymentChargedBack':
      return {
        ...state,
        paidCents: event.data.cents,
        isConfirmed: false,
        isUnderpaid: false,
        reversal: 'charged_back',
      };
    default:
      return event satisfies never;
  }
}

export function decidePayment(state: Payment, command: PaymentCommand): readonly PaymentEvent[] | PaymentRefusal {
  switch (command.type) {
    case 'RecordChargeReport':
      return recordChargeReport(state, command.report, command.priceCents);
    case 'Claim':
      return claim(state, command);
    case 'RequestTransfer':
      return requestTransfer(state, command);
    case 'DeclineTransfer':
      return declineTransfer(state, command);
    default:
      return command satisfies never;
  }
}

/**
 * A provider reports the same state many times and in any order: only changes become events, and the result does not
 * depend on the order. So a refund is final, even where the payment is reported later. A chargeback can be won, but
 * only an answer that was requested after we knew of it counts, not an earlier one that arrives late.
 */
function recordChargeReport(
  state: Payment,
  { provider, chargeId, cents, status, reversalBeforeReading }: ChargeReport,
  priceCents: number,
): readonly PaymentEvent[] {
  const data = { provider, chargeId, cents };
  const { reversal } = state;
  switch (status) {
    case 'pending':
      return [];
    case 'paid':
      if (state.isConfirmed || reversal === 'refunded' || reversal !== reversalBeforeReading) return [];
      if (cents >= priceCents) return [{ type: 'PaymentConfirmed', data }];
      return state.isUnderpaid ? [] : [{ type: 'PaymentAmountRefused', data: { ...data, price: priceCents } }];
    case 'refunded':
      return reversal === 'refunded' ? [] : [{ type: 'PaymentRefunded', data }];
    case 'charged_back':
      return reversal === null ? [{ type: 'PaymentChargedBack', data }] : [];
    default:
      return status satisfies never;
  }
}

function claim(
  state: Payment,
  { to, from, via, at }: Extract<PaymentCommand, { type: 'Claim' }>,
): readonly PaymentEvent[] | PaymentRefusal {
  const { holder } = state;
  const byCode = via === 'receipt_code';
  const isHolder = holder?.userId === to.userId;
  if (isHolder && (!byCode || state.isReceiptUsed)) return [];
  if (byCode && state.isReceiptUsed) return { refusal: 'receipt_code_used' };
  // A guest who signs in also takes along a payment that was reversed: if it is paid again, it belongs to the
  // account.
  const isMovedWithGuest = via === 'joining' && holder !== null && holder.userId === from;
  if (!state.isConfirmed && !isMovedWithGuest) return { refusal: 'payment_not_confirmed' };
  if (holder === null || isHolder) return [{ type: 'PaymentClaimed', data: { from: holder, to, via } }];
  // A payment held by an e-mail alone goes to an account with the code, or to the browser that paid.
  const isReclaimable = byCode ? isHeldByEmailAlone(state) : via === 'browser' && isClaimableByBuyerToken(state);
  if (holder.userId !== from || (holder.kind === 'account' && !isReclaimable))
    return { refusal: 'payment_held', by: holder };
  if (via === 'verified_email' && !hasGuestStayedSilent(state, to, at))
    return { refusal: 'guest_must_be_asked', request: state.requests.get(to.userId) ?? null };
  return [{ type: 'PaymentClaimed', data: { from: holder, to, via } }];
}

/** Tells whether a guest was asked for this account, did not refuse, and the deadline has passed. */
function hasGuestStayedSilent({ requests }: Payment, { userId }: AccountOrGuest, at = ''): boolean {
  const request = requests.get(userId);
  return request !== undefined && !request.declined && request.answerDeadline <= at;
}

function requestTransfer(
  { isConfirmed, holder, requests }: Payment,
  { userId, answerDeadline }: Extract<PaymentCommand, { type: 'RequestTransfer' }>,
): readonly PaymentEvent[] | PaymentRefusal {
  if (!isConfirmed) return { refusal: 'payment_not_confirmed' };
  if (holder?.kind !== 'guest') return { refusal: 'not_the_holder' };
  if (requests.has(userId)) return [];
  return [{ type: 'PaymentTransferRequested', data: { userId, guestId: holder.userId, until: answerDeadline } }];
}

function declineTransfer(
  { holder, requests }: Payment,
  { userId, guestId }: Extract<PaymentCommand, { type: 'DeclineTransfer' }>,
): readonly PaymentEvent[] | PaymentRefusal {
  if (holder?.userId !== guestId || !requests.has(userId)) return { refusal: 'not_the_holder' };
  if (requests.get(userId)?.declined) return [];
  return [{ type: 'PaymentTransferDeclined', data: { userId, guestId } }];
}

/** The effect of each event of a payment on its entity, as the history shows it; see `Effect`. */
export const PAYMENT_EFFECTS = {
  PaymentConfirmed: 'noted',
  PaymentAmountRefused: 'noted',
  PaymentClaimed: 'moved',
  PaymentTransferRequested: 'noted',
  PaymentTransferDeclined: 'noted',
  PaymentRefunded: 'noted',
  PaymentChargedBack: 'noted',
} as const satisfies Record<PaymentEvent['type'], Effect>;

export const PAYMENT_EVENT_TYPES: readonly PaymentEvent['type'][] = Object.keys(
  PAYMENT_EFFECTS,
) as PaymentEvent['type'][];
export const isPaymentEventType = (type: string): type is PaymentEvent['type'] => Object.hasOwn(PAYMENT_EFFECTS, type);
