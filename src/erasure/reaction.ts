import type { Reaction } from '#app/reaction.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent } from '#eventstore/codec.ts';

/** Whoever asks to be erased is erased, however often that is interrupted. */
export const erasureReaction = (
  erase: (userId: string, businessIds: readonly string[]) => Promise<void>,
): Reaction => ({
  name: 'erasure',
  isAbout: ({ type }) => type === 'UserErased',
  async handle(events) {
    for (const recorded of events) {
      const ref = streamRef(recorded.stream);
      const event = ref?.kind === 'account' ? accountEvent(recorded) : undefined;
      if (ref && event?.type === 'UserErased') await erase(ref.id, event.data.businessIds);
    }
  },
});
