import type { RecordedEvent } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent, paymentEvent } from '#eventstore/codec.ts';
import type { Guests } from './guests.ts';
import type { Reaction } from './reaction.ts';

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
