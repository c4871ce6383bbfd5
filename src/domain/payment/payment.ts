import type { Effect } from '../event.ts';

/**
 * One payment, from the first money its provider reported. Whose access it is, is decided here: a payment is held by at
 * most one account at a time, and its receipt code works once. No name and no e-mail: those lie in the payment's intent.
 */
export interface Payment {
  /** Units paid, in cents; null before any money was seen. */
  readonly cents: number | null;
  /** Paid in full and not taken back since. */
  readonly confirmed: boolean;
  readonly takenBack: 'refunded' | 'charged_back' | null;
  /** Less than the price was paid. */
  readonly tooLittle: boolean;
  readonly holder: Holder | null;
  /** How the holder came to it; null without one. */
  readonly heldVia: ClaimedVia | null;
  /** The guest who holds it, or who did until an account took it over: what that guest owns is claimed with the receipt's code. */
  readonly guestId: string | null;
  /** Account ids of everyone who ever held it, each once, in the order in which they came to it. */
  readonly holders: readonly string[];
  readonly receiptUsed: boolean;
  /** Account ids that asked a guest for the payment by a verified e-mail; each may have it unless the guest says no. */
  readonly requests: ReadonlyMap<string, TransferRequest>;
}

export interface TransferRequest {
  /** Until then the guest can say no; ISO instant. */
  readonly until: string;
  readonly declined: boolean;
}

/** The account that has the access of this payment. */
export interface Holder {
  readonly kind: 'account' | 'guest';
  readonly userId: string;
}

/**
 * How a holder came to it: signed in while paying, the browser that paid, the verified e-mail equal to the one typed,
 * the receipt's code, or a guest who signed in.
 */
export type ClaimedVia = 'session' | 'browser' | 'verified_email' | 'receipt_code' | 'joining';

/** What the provider says of the money now. */
export interface Money {
  readonly provider: string;
  /** The provider's id of the charge. */
  readonly chargeId: string;
  readonly cents: number;
  readonly status: 'pending' | 'paid' | 'refunded' | 'charged_back';
  /** What we knew to be taken back when the provider was asked. */
  readonly known: Payment['takenBack'];
}

export type PaymentEvent =
  | Event<'PaymentConfirmed', { provider: string; chargeId: string; cents: number }>
  | Event<'PaymentAmountRefused', { provider: string; chargeId: string; cents: number; price: number }>
  | Event<'PaymentClaimed', { from: Holder | null; to: Holder; via: ClaimedVia }>
  /** In the browser that paid somebody uses it who is asked whether it may go to this account. */
  | Event<'PaymentTransferRequested', { userId: string; guestId: string; until: string }>
  | Event<'PaymentTransferDeclined', { userId: string; guestId: string }>
  | Event<'PaymentRefunded', { provider: string; chargeId: string; cents: number }>
  | Event<'PaymentChargedBack', { provider: string; chargeId: string; cents: number }>;

export type PaymentCommand =
  /** `price`: what the access cost when this payment was begun, in cents. */
  | { readonly type: 'NoteMoney'; readonly money: Money; readonly price: number }
  /**
   * Claiming what one holds already changes nothing, unless it is by the receipt's code, which is then used up.
   * `from`: whom it is taken from; it is not taken from anybody else.
   */
  | {
      readonly type: 'Claim';
      readonly to: Holder;
      readonly from: string | null;
      readonly via: ClaimedVia;
      /** ISO instant, by which it is known whether a guest has had time to say no. */
      readonly at?: string;
    }
  /** What `Claim` refuses with `guest_has_a_say` is asked for; asking again changes nothing. */
  | { readonly type: 'RequestTransfer'; readonly userId: string; readonly until: string }
  | { readonly type: 'DeclineTransfer'; readonly userId: string; readonly guestId: string };

export type PaymentRefusal =
  | { readonly refusal: 'payment_not_confirmed' }
  /** Held by an account, or by another guest than expected. */
  | { readonly refusal: 'payment_held'; readonly by: Holder }
  | { readonly refusal: 'receipt_code_used' }
  /** A guest uses it: `request` is what this account has asked for, null before it did. */
  | { readonly refusal: 'guest_has_a_say'; readonly request: TransferRequest | null }
  | { readonly refusal: 'not_the_holder' };

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export const emptyPayment: Payment = {
  cents: null,
  confirmed: false,
  takenBack: null,
  tooLittle: false,
  holder: null,
  heldVia: null,
  guestId: null,
  holders: [],
  receiptUsed: false,
  requests: new Map(),
};

/** An account that has it by nothing but an e-mail that somebody typed: whoever can show more takes it back. */
export const isHeldByEmailAlone = ({ holder, heldVia }: Payment): boolean =>
  holder?.kind === 'account' && heldVia === 'verified_email';

/** Is there something that the receipt's code still moves: the access, or what a guest owns whose access an account took? */
export const isReceiptOfUse = (payment: Payment): boolean =>
  payment.confirmed &&
  !payment.receiptUsed &&
  (payment.holder?.kind !== 'account' || payment.guestId !== null || isHeldByEmailAlone(payment));

/** May the browser that paid have it: it is nobody's yet, or an account's by an e-mail alone, and nobody was let in there. */
export const isForPayingBrowser = (payment: Payment): boolean =>
  payment.confirmed && (payment.holder === null || (isHeldByEmailAlone(payment) && payment.guestId === null));

/** The account that waits for the guest's answer now, the last one that asked; null: nobody. */
export function waitingRequest({
  holder,
  requests,
}: Payment): { readonly userId: string; readonly until: string } | null {
  if (holder?.kind !== 'guest') return null;
  const waiting = [...requests].filter(([, { declined }]) => !declined).at(-1);
  return waiting ? { userId: waiting[0], until: waiting[1].until } : null;
}

export function evolvePayment(state: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case 'PaymentConfirmed':
      return { ...state, cents: event.data.cents, confirmed: true, takenBack: null, tooLittle: false };
    case 'PaymentAmountRefused':
      return { ...state, cents: event.data.cents, tooLittle: true };
    case 'PaymentClaimed': {
      const { to, via } = event.data;
      return {
        ...state,
        holder: to,
        heldVia: via,
        guestId: to.kind === 'guest' ? to.userId : state.guestId,
        holders: [...new Set([...state.holders, to.userId])],
        // Who joins brings everything along: nothing is left that the code could move.
        receiptUsed: state.receiptUsed || via === 'receipt_code' || via === 'joining',
      };
    }
    case 'PaymentTransferRequested': {
      const { userId, until } = event.data;
      return { ...state, requests: new Map(state.requests).set(userId, { until, declined: false }) };
    }
    case 'PaymentTransferDeclined': {
      const { userId } = event.data;
      const until = state.requests.get(userId)?.until ?? '';
      return { ...state, requests: new Map(state.requests).set(userId, { until, declined: true }) };
    }
    case 'PaymentRefunded':
      return { ...state, cents: event.data.cents, confirmed: false, tooLittle: false, takenBack: 'refunded' };
    case 'PaymentChargedBack':
      return { ...state, cents: event.data.cents, confirmed: false, tooLittle: false, takenBack: 'charged_back' };
    default:
      return event satisfies never;
  }
}

export function decidePayment(state: Payment, command: PaymentCommand): readonly PaymentEvent[] | PaymentRefusal {
  switch (command.type) {
    case 'NoteMoney':
      return noteMoney(state, command.money, command.price);
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
 * What a provider tells comes many times and in any order: only what is new becomes an event, and the end is always the
 * same. So a refund is the last word, even where the money is heard of later. A chargeback can be won: but only an answer
 * that was asked for after we knew of it says so, not one that was on its way meanwhile.
 */
function noteMoney(
  state: Payment,
  { provider, chargeId, cents, status, known }: Money,
  price: number,
): readonly PaymentEvent[] {
  const data = { provider, chargeId, cents };
  const { takenBack } = state;
  switch (status) {
    case 'pending':
      return [];
    case 'paid':
      if (state.confirmed || takenBack === 'refunded' || takenBack !== known) return [];
      if (cents >= price) return [{ type: 'PaymentConfirmed', data }];
      return state.tooLittle ? [] : [{ type: 'PaymentAmountRefused', data: { ...data, price } }];
    case 'refunded':
      return takenBack === 'refunded' ? [] : [{ type: 'PaymentRefunded', data }];
    case 'charged_back':
      return takenBack === null ? [{ type: 'PaymentChargedBack', data }] : [];
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
  const isTheirs = holder?.userId === to.userId;
  if (isTheirs && (!byCode || state.receiptUsed)) return [];
  if (byCode && state.receiptUsed) return { refusal: 'receipt_code_used' };
  // A guest who signs in takes along what has been taken back too: should it come back, it comes to the account.
  const isTakenAlong = via === 'joining' && holder !== null && holder.userId === from;
  if (!state.confirmed && !isTakenAlong) return { refusal: 'payment_not_confirmed' };
  if (holder === null || isTheirs) return [{ type: 'PaymentClaimed', data: { from: holder, to, via } }];
  // What was got by an e-mail alone goes back to whoever shows the code, or the browser that paid.
  const isTakenBack = byCode ? isHeldByEmailAlone(state) : via === 'browser' && isForPayingBrowser(state);
  if (holder.userId !== from || (holder.kind === 'account' && !isTakenBack))
    return { refusal: 'payment_held', by: holder };
  if (via === 'verified_email' && !hasHadItsSay(state, to, at))
    return { refusal: 'guest_has_a_say', request: state.requests.get(to.userId) ?? null };
  return [{ type: 'PaymentClaimed', data: { from: holder, to, via } }];
}

/** A guest was asked whether this account may have it, did not say no, and the time for that is over. */
function hasHadItsSay({ requests }: Payment, { userId }: Holder, at = ''): boolean {
  const request = requests.get(userId);
  return request !== undefined && !request.declined && request.until <= at;
}

function requestTransfer(
  { confirmed, holder, requests }: Payment,
  { userId, until }: Extract<PaymentCommand, { type: 'RequestTransfer' }>,
): readonly PaymentEvent[] | PaymentRefusal {
  if (!confirmed) return { refusal: 'payment_not_confirmed' };
  if (holder?.kind !== 'guest') return { refusal: 'not_the_holder' };
  if (requests.has(userId)) return [];
  return [{ type: 'PaymentTransferRequested', data: { userId, guestId: holder.userId, until } }];
}

function declineTransfer(
  { holder, requests }: Payment,
  { userId, guestId }: Extract<PaymentCommand, { type: 'DeclineTransfer' }>,
): readonly PaymentEvent[] | PaymentRefusal {
  if (holder?.userId !== guestId || !requests.has(userId)) return { refusal: 'not_the_holder' };
  if (requests.get(userId)?.declined) return [];
  return [{ type: 'PaymentTransferDeclined', data: { userId, guestId } }];
}

/** What each event of a payment does to what it is about. */
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
