import type { Reaction } from '#app/reaction.ts';
import type { Account } from '#domain/account/account.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import type { EraseAccount, KnownHoldings } from './erasure.ts';

/**
 * Erases every account that asks for it, however often that is interrupted. Businesses and guests that an erased
 * account gets later, because a guest became that account at the same moment, are erased then.
 */
export const erasureReaction = (erase: EraseAccount, account: (userId: string) => Promise<Account>): Reaction => ({
  name: 'erasure',
  types: ['UserErased', 'BusinessOwnerChanged', 'GuestBecameAccount'],
  async handle(events) {
    for (const event of events) {
      const target = erasureTarget(event);
      if (target && (await account(target.userId)).erased) await erase(target.userId, target.extra);
    }
  },
});

function erasureTarget(
  recorded: RecordedEvent,
): { readonly userId: string; readonly extra: KnownHoldings } | undefined {
  const ref = streamRef(recorded.stream);
  if (ref?.kind === 'business') {
    const event = businessEvent(recorded);
    if (event?.type === 'BusinessOwnerChanged') return { userId: event.data.to, extra: { businessIds: [ref.id] } };
  }
  if (ref?.kind !== 'account') return undefined;
  const event = accountEvent(recorded);
  if (event?.type === 'UserErased') return { userId: ref.id, extra: { businessIds: event.data.businessIds } };
  if (event?.type === 'GuestBecameAccount') return { userId: event.data.userId, extra: { guestIds: [ref.id] } };
  return undefined;
}
