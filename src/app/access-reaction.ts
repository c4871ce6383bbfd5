import type { RecordedEvent } from '#domain/event.ts';
import { PAYMENT_EVENT_TYPES } from '#domain/payment/payment.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent } from '#eventstore/codec.ts';
import type { Access } from './access.ts';
import type { Reaction } from './reaction.ts';

/**
 * Money that came or went changes who has access. An access that was given or taken is looked at once more, because
 * whoever did it may have read the payment a moment too early and then have been cut off.
 */
export const accessReaction = (access: Access): Reaction => ({
  name: 'access',
  types: [...PAYMENT_EVENT_TYPES, 'AccessSourceAdded', 'AccessSourceRemoved'],
  async handle(events) {
    const causes = new Map<string, RecordedEvent>();
    for (const event of events) {
      const paymentId = paymentOf(event);
      if (paymentId !== undefined) causes.set(paymentId, event);
    }
    for (const [paymentId, { meta }] of causes)
      await access.settle(paymentId, { actor: { kind: 'system', id: 'access' }, requestId: meta.requestId });
  },
});

function paymentOf(event: RecordedEvent): string | undefined {
  const ref = streamRef(event.stream);
  if (ref?.kind === 'payment') return ref.id;
  if (ref?.kind !== 'account') return undefined;
  const typed = accountEvent(event);
  if (typed?.type !== 'AccessSourceAdded' && typed?.type !== 'AccessSourceRemoved') return undefined;
  return typed.data.source.kind === 'payment' ? typed.data.source.id : undefined;
}
