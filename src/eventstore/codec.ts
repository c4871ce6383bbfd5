import { type AccountEvent, isAccountEventType } from '#domain/account/account.ts';
import { type AdminEvent, isAdminEventType } from '#domain/admin/admin.ts';
import { type BusinessEvent, isBusinessEventType } from '#domain/business/events.ts';
import { type GrantEvent, isGrantEventType } from '#domain/grant/grant.ts';
import { isPaymentEventType, type PaymentEvent } from '#domain/payment/payment.ts';
import type { JsonObject, RecordedEvent } from '#domain/event.ts';

/**
 * Recorded JSON back to typed events. Shapes that have changed since are brought up to date here (none has yet), so the
 * folds know the newest shape only. Erased events (data null) are skipped: undefined.
 */

/** An event that no fold can read: the projector parks its business, a command answers 503. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  constructor(event: RecordedEvent) {
    super(`event ${event.id} at ${event.position}: unknown type ${event.type} or schema ${event.meta.schema}`);
  }
}

export const SCHEMA_VERSION = 1;

/** @throws UnreadableEvent */
export function businessEvent(event: RecordedEvent): BusinessEvent | undefined {
  // That a business was erased is known by the kind of event alone, and has to outlive the erasing of its stream.
  if (event.data === null && event.type === 'BusinessErased') return { type: event.type, data: {} };
  return knownBusinessEvent(event);
}

/** @throws UnreadableEvent */
export const accountEvent = reader<AccountEvent>(isAccountEventType);
/** @throws UnreadableEvent */
export const paymentEvent = reader<PaymentEvent>(isPaymentEventType);
/** @throws UnreadableEvent */
export const grantEvent = reader<GrantEvent>(isGrantEventType);
/** @throws UnreadableEvent */
export const adminEvent = reader<AdminEvent>(isAdminEventType);

const knownBusinessEvent = reader<BusinessEvent>(isBusinessEventType);

type Reader<E> = (event: RecordedEvent) => E | undefined;

function reader<E extends { readonly type: string }>(isKnown: (type: string) => type is E['type']): Reader<E> {
  return (event) => {
    if (event.data === null) return undefined;
    if (!isKnown(event.type) || event.meta.schema !== SCHEMA_VERSION) throw new UnreadableEvent(event);
    return typed<E>(event.type, event.data);
  };
}

/** The log holds what `decide` gave, so type and data belong together. */
const typed = <E extends { readonly type: string }>(type: E['type'], data: JsonObject): E =>
  ({ type, data }) as unknown as E;
