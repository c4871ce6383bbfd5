import type { RecordedEvent } from '#domain/event.ts';
import { PAYMENT_EVENT_TYPES } from '#domain/payment/payment.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent, paymentEvent } from '#eventstore/codec.ts';
import type { Access } from './access.ts';
import type { EventType } from '#domain/any-event.ts';
import type { Guests } from './guests.ts';

/** A side effect of events, run by one reactor. The same event may be delivered twice, and late. */
export interface Reaction {
  /** The name under which the progress is stored, so it never changes. */
  readonly name: string;
  /** The types of events that are handled. */
  readonly types: readonly EventType[];
  /** Handles some of those events, in the order of the log. */
  readonly handle: (events: readonly RecordedEvent[]) => Promise<void>;
}

/**
 * Payments and refunds change who has access. An added or removed access is checked once more, because the request
 * behind it may have read the payment a moment too early and then have been interrupted.
 */
export const accessReaction = (access: Access): Reaction => ({
  name: 'access',
  types: [...PAYMENT_EVENT_TYPES, 'AccessSourceAdded', 'AccessSourceRemoved'],
  async handle(events) {
    const causes = new Map<string, RecordedEvent>();
    for (const event of events) {
      const paymentId = paymentIdOf(event);
      if (paymentId !== undefined) causes.set(paymentId, event);
    }
    for (const [paymentId, { meta }] of causes)
      await access.syncAccounts(paymentId, { actor: { kind: 'system', id: 'access' }, requestId: meta.requestId });
  },
});

function paymentIdOf(event: RecordedEvent): string | undefined {
  const ref = streamRef(event.stream);
  if (ref?.kind === 'payment') return ref.id;
  if (ref?.kind !== 'account') return undefined;
  const parsed = accountEvent(event);
  if (parsed?.type !== 'AccessSourceAdded' && parsed?.type !== 'AccessSourceRemoved') return undefined;
  return parsed.data.source.kind === 'payment' ? parsed.data.source.id : undefined;
}

/**
 * Moves everything of a guest who becomes an account: also after an interrupted request, and also a business or a
 * payment that arrived at the same moment. Its checkpoint and its actor are stored under the name `joining`.
 */
export const guestMoveReaction = (guests: Guests): Reaction => ({
  name: 'joining',
  types: ['GuestBecameAccount', 'BusinessOpened', 'PaymentClaimed', 'AccessSourceAdded'],
  async handle(events) {
    for (const event of events) {
      const { guestId, ...holdings } = guestHoldingsIn(event) ?? {};
      if (guestId === undefined) continue;
      const { requestId } = event.meta;
      const context = { actor: { kind: 'system', id: 'joining' }, requestId, causationId: event.id } as const;
      await guests.moveRemaining(guestId, holdings, context);
    }
  },
});

interface GuestHoldings {
  readonly guestId: string;
  readonly businessIds?: readonly string[];
  readonly paymentIds?: readonly string[];
}

/** The guest that an event may be about, with the businesses and payments that it names. */
function guestHoldingsIn(event: RecordedEvent): GuestHoldings | undefined {
  const ref = streamRef(event.stream);
  if (event.type === 'GuestBecameAccount') return ref && { guestId: ref.id };
  if (event.type === 'BusinessOpened') {
    const opened = businessEvent(event);
    return ref && opened?.type === 'BusinessOpened'
      ? { guestId: opened.data.ownerId, businessIds: [ref.id] }
      : undefined;
  }
  if (event.type === 'PaymentClaimed') {
    const claimed = paymentEvent(event);
    const isGuests = claimed?.type === 'PaymentClaimed' && claimed.data.to.kind === 'guest';
    return ref && isGuests ? { guestId: claimed.data.to.userId, paymentIds: [ref.id] } : undefined;
  }
  if (event.type !== 'AccessSourceAdded') return undefined;
  const added = accountEvent(event);
  const isPaid = added?.type === 'AccessSourceAdded' && added.data.source.kind === 'payment';
  return ref && isPaid ? { guestId: ref.id, paymentIds: [added.data.source.id] } : undefined;
}
