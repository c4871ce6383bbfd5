import { randomUUID } from 'node:crypto';
import type { JsonObject, NewEvent } from '#domain/event.ts';
import type { EventBatch, EventLog } from '#eventstore/port.ts';

/** Creates an event with a new id. */
export function someEvent(data: JsonObject = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'FixedCostAdded',
    data,
    meta: {
      at: '2026-11-21T12:34:56.789Z',
      actor: { kind: 'account', id: 'c0ffee00-0000-4000-8000-000000000001' },
      requestId: 'c0ffee00-0000-4000-8000-000000000002',
      changeId: 'c0ffee00-0000-4000-8000-000000000003',
      schema: 1,
    },
  };
}

export const someEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => someEvent({ n }));

export const someStream = (): string => `business-${randomUUID()}`;

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Follows a log until `enough` returns true, then ends the subscription. */
export async function follow(
  log: EventLog,
  {
    after = null,
    batchSize = 100,
    types,
    enough,
  }: {
    readonly after?: string | null;
    readonly batchSize?: number;
    readonly types?: readonly string[];
    readonly enough: (batches: readonly EventBatch[]) => boolean;
  },
): Promise<EventBatch[]> {
  const stop = new AbortController();
  const batches: EventBatch[] = [];
  for await (const batch of log.subscribe(after, { batchSize, signal: stop.signal, types })) {
    batches.push(batch);
    if (enough(batches)) stop.abort();
  }
  return batches;
}
