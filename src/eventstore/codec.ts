import { type AccountEvent, isAccountEventType } from '#domain/account/account.ts';
import { type AdminEvent, isAdminEventType } from '#domain/admin/admin.ts';
import { isBusinessEventType } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { type GrantEvent, isGrantEventType } from '#domain/grant/grant.ts';
import { type ImportMemoryEvent, isImportMemoryEventType } from '#domain/import-memory/import-memory.ts';
import { isPaymentEventType, type PaymentEvent } from '#domain/payment/payment.ts';
import type { EventMeta, JsonObject, RecordedEvent } from '#domain/event.ts';
import type { EventText } from './port.ts';
import { upcast } from './upcasters.ts';

// Parses recorded JSON to typed events, in the newest shape of their type. Erased events (data null) give undefined.

/**
 * An event that no fold can read: the projector leaves its business's rows as they were (see `ParkedStream`), and a
 * command answers 503.
 */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  constructor(event: string, type: string, schema: number) {
    super(`event ${event}: unknown type ${type} or schema ${schema}`);
  }
}

/** @throws UnreadableEvent */
export function businessEvent(event: RecordedEvent): BusinessEvent | undefined {
  // The erasure of a business is recognised by the type alone, because it has to outlive the erasing of its stream.
  if (event.data === null && event.type === 'BusinessErased') return { type: event.type, data: {} };
  return parseBusinessEvent(event);
}

/** Parses an event from text. @throws UnreadableEvent */
export function businessEventFrom({ revision, type, meta, data }: EventText): BusinessEvent {
  const schema = schemaOfMeta(meta);
  const upcasted = isBusinessEventType(type) ? upcast(type, JSON.parse(data) as JsonObject, schema) : undefined;
  if (upcasted === undefined) throw new UnreadableEvent(`revision ${revision}`, type, schema);
  return toEvent<BusinessEvent>(type as BusinessEvent['type'], upcasted);
}

/** @throws UnreadableEvent */
export const accountEvent = createParser<AccountEvent>(isAccountEventType);
/** @throws UnreadableEvent */
export const paymentEvent = createParser<PaymentEvent>(isPaymentEventType);
/** @throws UnreadableEvent */
export const grantEvent = createParser<GrantEvent>(isGrantEventType);
/** @throws UnreadableEvent */
export const adminEvent = createParser<AdminEvent>(isAdminEventType);
/** @throws UnreadableEvent */
export const importMemoryEvent = createParser<ImportMemoryEvent>(isImportMemoryEventType);

const parseBusinessEvent = createParser<BusinessEvent>(isBusinessEventType);

type EventParser<E> = (event: RecordedEvent) => E | undefined;

function createParser<E extends { readonly type: string }>(
  isKnown: (type: string) => type is E['type'],
): EventParser<E> {
  return (event) => {
    if (event.data === null) return undefined;
    const { id, position, type, meta } = event;
    const data = isKnown(type) ? upcast(type, event.data, meta.schema) : undefined;
    if (data === undefined) throw new UnreadableEvent(`${id} at ${position}`, type, meta.schema);
    return toEvent<E>(type, data);
  };
}

/** The log holds the results of `decide`, so type and data match. */
const toEvent = <E extends { readonly type: string }>(type: E['type'], data: JsonObject): E =>
  ({ type, data }) as unknown as E;

/**
 * Reads single fields of an envelope that is still text. A history of twenty thousand events needs the time of each,
 * and parsing all envelopes would be half of its work. The text is the output of `JSON.stringify`, without spaces and
 * with every quote inside a string escaped, so a match is always that field.
 */

/** Reads an instant or an id, which JSON does not escape; undefined when the field is missing. */
export function metaField(meta: string, name: 'at' | 'changeId' | 'undoes'): string | undefined {
  const opening = `"${name}":"`;
  const index = meta.indexOf(opening);
  if (index === -1) return undefined;
  const start = index + opening.length;
  return meta.slice(start, meta.indexOf('"', start));
}

/** Reads the version of the event's shape. */
const schemaOfMeta = (meta: string): EventMeta['schema'] => Number(/"schema":(\d+)/.exec(meta)?.[1]);
