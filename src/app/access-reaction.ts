import type { RecordedEvent } from '#domain/event.ts';
import { PAYMENT_EVENT_TYPES } from '#domain/payment/payment.ts';
import { streamRef } from '#domain/streams.ts';
import { accountEvent } from '#eventstore/codec.ts';
import type { Access } from './access.ts';
import type { Reaction } from './reaction.ts';

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
