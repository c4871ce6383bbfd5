import { type BusinessHistory, businessHistory } from '#app/history/business-history.ts';
import { businessStream } from '#domain/streams.ts';
import type { EventText } from '#eventstore/port.ts';
import type { JsonObject, RecordedEvent } from '#domain/event.ts';
import { type History, newEvents } from './histories.ts';

const START = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;

/** An event of which no part is erased. */
interface UnerasedEvent extends RecordedEvent {
  readonly data: JsonObject;
}

/** The events of a history in a log; `hours[i]` passed before the i-th change, repeating from the start. */
export function recordHistory(history: History, hours: readonly number[]): readonly UnerasedEvent[] {
  const stream = businessStream(history.businessId);
  const events: UnerasedEvent[] = [];
  let at = START;
  for (const [index, change] of history.changes.entries()) {
    at += (hours[index % Math.max(hours.length, 1)] ?? 0) * HOUR_MS;
    for (const event of newEvents(stream, events.length, change.events))
      events.push({
        ...event,
        meta: { ...event.meta, at: new Date(at).toISOString() },
        stream,
        revision: BigInt(events.length),
        position: '',
      });
  }
  return events;
}

/** Returns the business history as it is read from the log. */
export const businessHistoryFrom = (history: History, hours: readonly number[]): BusinessHistory =>
  businessHistory(recordHistory(history, hours).map(eventText));

/** An event in the format of a log. */
export const eventText = ({ revision, type, meta, data }: RecordedEvent): EventText => ({
  revision: Number(revision),
  type,
  meta: JSON.stringify(meta),
  data: JSON.stringify(data),
});
