import type { Reaction } from '#app/reaction.ts';
import type { Account } from '#domain/account/account.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import type { Erase, KnownHoldings } from './erasure.ts';

/**
 * Erases every account that asks for it, however often that is interrupted. Holdings that reach an erased account
 * later, because a guest was joining it at the same moment, are erased then.
 */
export const erasureReaction = (erase: Erase, account: (userId: string) => Promise<Account>): Reaction => ({
  name: 'erasure',
  types: ['UserErased', 'BusinessOwnerChanged', 'GuestBecameAccount'],
  async handle(events) {
    for (const event of events) {
      const concerned = concernedBy(event);
      if (concerned && (await account(concerned.userId)).erased) await erase(concerned.userId, concerned.known);
    }
  },
});

function concernedBy(recorded: RecordedEvent): { readonly userId: string; readonly known: KnownHoldings } | undefined {
  const ref = streamRef(recorded.stream);
  if (ref?.kind === 'business') {
    const event = businessEvent(recorded);
    if (event?.type === 'BusinessOwnerChanged') return { userId: event.data.to, known: { businessIds: [ref.id] } };
  }
  if (ref?.kind !== 'account') return undefined;
  const event = accountEvent(recorded);
  if (event?.type === 'UserErased') return { userId: ref.id, known: { businessIds: event.data.businessIds } };
  if (event?.type === 'GuestBecameAccount') return { userId: event.data.userId, known: { guestIds: [ref.id] } };
  return undefined;
}
