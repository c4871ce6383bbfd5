import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog } from '#eventstore/port.ts';

/** All events of a log up to its current end, in order. */
export async function wholeLog(log: EventLog): Promise<RecordedEvent[]> {
  const head = await log.head();
  const all: RecordedEvent[] = [];
  if (head === null) return all;
  for await (const { events, last } of log.subscribe(null, {
    batchSize: 1_000,
    signal: new AbortController().signal,
  })) {
    all.push(...events);
    if (last >= head) break;
  }
  return all;
}
