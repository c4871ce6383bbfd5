import type { Reaction } from '#app/reaction.ts';
import { streamRef } from '#domain/streams.ts';
import type { MailQueue } from './queue.ts';

/** Queues the confirmation of a payment for its payer. */
export const mailReaction = (queue: Pick<MailQueue, 'add'>): Reaction => ({
  name: 'mail',
  types: ['PaymentConfirmed'],
  async handle(events) {
    for (const { stream } of events) {
      const ref = streamRef(stream);
      if (ref?.kind === 'payment') await queue.add(ref.id, 'payment_confirmed');
    }
  },
});
