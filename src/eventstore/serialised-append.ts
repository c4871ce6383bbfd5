import type { NewEvent, RecordedEvent } from '#domain/event.ts';
import { EventTooLarge, InvalidAppend } from './port.ts';

/**
 * 1 MiB of text per append, the default limit of EventStoreDB: an import that changes price and unit of 1 000
 * ingredients is 0.7 MB, and an append that does not fit is refused before it is sent.
 */
const APPEND_LIMIT_BYTES = 1_048_576;

/** An event as text, in the stored form. */
export interface SerialisedEvent {
  readonly id: string;
  readonly type: string;
  /** Milliseconds since 1970, from `meta.at`. */
  readonly at: number;
  readonly meta: string;
  readonly data: string;
}

/** A checked and serialised append: from here on only the log itself can fail. */
export interface SerialisedAppend {
  readonly stream: string;
  /** Revision of the stream's last event, −1 when the stream must not exist. */
  readonly expected: number;
  readonly events: readonly SerialisedEvent[];
  /** The length of the text in UTF-16 units, by which a batch is measured. */
  readonly size: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NAME_FORM = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Tells whether a stream can have this name: 1 to 200 characters, no control characters, no lone surrogates. */
export const isStreamName = (name: string): boolean => NAME_FORM.test(name);

function serialiseEvent(event: NewEvent): SerialisedEvent {
  const at = INSTANT.test(event.meta.at) ? Date.parse(event.meta.at) : Number.NaN;
  if (!UUID.test(event.id)) throw new InvalidAppend(`"${event.id}" is not a UUID in lower case`);
  if (!NAME_FORM.test(event.type)) throw new InvalidAppend(`event ${event.id} has no proper type`);
  if (Number.isNaN(at)) throw new InvalidAppend(`event ${event.id} is at "${event.meta.at}", not an ISO instant`);
  try {
    return { id: event.id, type: event.type, at, meta: JSON.stringify(event.meta), data: JSON.stringify(event.data) };
  } catch (error) {
    throw new InvalidAppend(`event ${event.id} holds what JSON cannot`, error);
  }
}

function checkSize(events: readonly SerialisedEvent[], size: number): void {
  if (size * 3 <= APPEND_LIMIT_BYTES) return; // No character takes more than three bytes per UTF-16 unit.
  const encoder = new TextEncoder();
  const bytes = events.reduce((sum, e) => sum + encoder.encode(e.type + e.meta + e.data).length, 0);
  if (bytes > APPEND_LIMIT_BYTES) throw new EventTooLarge(bytes, APPEND_LIMIT_BYTES);
}

/**
 * Checks and serialises an append.
 * @throws InvalidAppend · EventTooLarge
 */
export function serialiseAppend(
  stream: string,
  expected: bigint | 'none',
  events: readonly NewEvent[],
): SerialisedAppend {
  if (!isStreamName(stream)) throw new InvalidAppend('the stream has no proper name');
  if (expected !== 'none' && expected < 0n) throw new InvalidAppend(`revision ${expected} does not exist`);
  if (events.length === 0) throw new InvalidAppend('an append needs an event');
  if (new Set(events.map((event) => event.id)).size < events.length)
    throw new InvalidAppend('the same event id stands twice in one append');
  const serialisedEvents = events.map(serialiseEvent);
  const size = serialisedEvents.reduce((sum, e) => sum + e.type.length + e.meta.length + e.data.length, 0);
  checkSize(serialisedEvents, size);
  const expectedRevision = expected === 'none' ? -1 : Math.min(Number(expected), Number.MAX_SAFE_INTEGER);
  return { stream, expected: expectedRevision, events: serialisedEvents, size };
}

/** Parses an event anew for each reader, so that no objects are shared. `data` is null once erased. */
export function toRecordedEvent(
  event: { readonly id: string; readonly type: string; readonly meta: string; readonly data: string | null },
  location: { readonly stream: string; readonly revision: bigint; readonly position: string },
): RecordedEvent {
  return {
    id: event.id,
    type: event.type,
    stream: location.stream,
    revision: location.revision,
    position: location.position,
    meta: JSON.parse(event.meta) as RecordedEvent['meta'],
    data: event.data === null ? null : (JSON.parse(event.data) as RecordedEvent['data']),
  };
}
