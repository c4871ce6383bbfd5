import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { LogUnavailable } from '../port.ts';
import { actualVersionIn, isStreamDeleted, isStreamEmpty, isStreamMissing, noneWhere } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readStreamPage } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

/** The stream with the names of erased streams. It has none of our prefixes; subscriptions include it separately. */
export const ERASURES_STREAM = 'prumo-erased';
const TYPE = 'StreamErased';
const PAGE = 1_000;
const MAX_TRIES = 20;

export interface Erasures {
  readonly has: (stream: string) => boolean;
  /** The places of the first events of erased streams, in the order of erasure. */
  readonly places: () => readonly bigint[];
  /** Adds an event of the list that was read elsewhere. */
  readonly take: (event: FoundEvent) => void;
  /** Reads all erasures up to now. @throws LogUnavailable */
  readonly refresh: () => Promise<void>;
  /** @throws LogUnavailable */
  readonly erase: (stream: string) => Promise<void>;
}

/**
 * The place of the first event of a stream in the whole log; undefined for a stream without events.
 * @throws LogUnavailable
 */
async function firstPlaceOf(connection: ReconnectingClient, stream: string): Promise<bigint | undefined> {
  const [first] = await connection
    .call((caller) => readStreamPage(caller, { stream, from: 0n, count: 1 }))
    .catch(noneWhere(isStreamEmpty));
  return first?.commit;
}

/**
 * A tombstone closes a stream, but until the next scavenge on every node the events of a closed stream remain in the
 * whole log, before the tombstone and with their data. The list of erased streams, read first, allows handing these
 * events over without data.
 */
export function createErasures(connection: ReconnectingClient): Erasures {
  /** Erased streams with the place of their first event; undefined if there was none, or if it was not recorded. */
  const erased = new Map<string, bigint | undefined>();
  let next = 0n;

  function take({ data, revision }: FoundEvent): void {
    const { stream, first } = data as { readonly stream?: unknown; readonly first?: unknown };
    if (typeof stream === 'string') erased.set(stream, typeof first === 'string' ? BigInt(first) : undefined);
    if (revision === next) next += 1n;
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const page = await connection
        .call((caller) => readStreamPage(caller, { stream: ERASURES_STREAM, from: next, count: PAGE }))
        .catch(noneWhere(isStreamMissing));
      for (const event of page) take(event);
      if (page.length < PAGE) return;
    }
  }

  async function list(stream: string): Promise<void> {
    const first = await firstPlaceOf(connection, stream);
    const data = first === undefined ? { stream } : { stream, first: String(first) };
    const event = jsonEvent({ id: randomUUID(), type: TYPE, data });
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await refresh();
      if (erased.has(stream)) return;
      const expectedRevision = next === 0n ? NO_STREAM : next - 1n;
      try {
        await connection.call(({ client }) => client.append(ERASURES_STREAM, [event], { expectedRevision }));
      } catch (error) {
        if (actualVersionIn(error) === undefined) throw error;
      }
    }
    throw new LogUnavailable('unknown', new Error('others kept erasing'));
  }

  return {
    has: (stream) => erased.has(stream),
    places: () => [...erased.values()].filter((place) => place !== undefined),
    take,
    refresh,
    async erase(stream) {
      await list(stream);
      await connection.call(({ client }) => client.bury(stream)).catch(noneWhere(isStreamDeleted));
    },
  };
}
