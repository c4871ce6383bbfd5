import { ANY, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { LogUnavailable } from '../port.ts';
import type { Credentials } from './address.ts';
import { actualVersionIn, isStreamDeleted, isStreamMissing } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { callOptions, readStreamPage } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

/** Names the streams that have been erased. It begins with none of our prefixes; subscriptions follow it besides. */
export const ERASURES_STREAM = 'prumo-erased';
const TYPE = 'StreamErased';
const PAGE = 1_000;
const MAX_TRIES = 20;

export interface Erasures {
  readonly has: (stream: string) => boolean;
  /** Where the first events of erased streams stood, in the order in which the streams were erased. */
  readonly places: () => readonly bigint[];
  /** An event of the list, found elsewhere. */
  readonly take: (event: FoundEvent) => void;
  /** Learns of all erasures up to now. @throws LogUnavailable */
  readonly refresh: () => Promise<void>;
  /** @throws LogUnavailable */
  readonly erase: (stream: string) => Promise<void>;
}

/**
 * A tombstone closes a stream, but until the next scavenge on every node the events of a closed stream still stand in the
 * whole log, before the tombstone and with their data. A list of the erased streams, read first, lets us hand them over
 * without.
 */
export function createErasures(connection: ReconnectingClient, credentials: Credentials): Erasures {
  /** With the place of its first event; undefined: there was none, or whoever listed it did not say. */
  const erased = new Map<string, bigint | undefined>();
  let next = 0n;

  function take({ data, revision }: FoundEvent): void {
    const { stream, first } = data as { readonly stream?: unknown; readonly first?: unknown };
    if (typeof stream === 'string') erased.set(stream, typeof first === 'string' ? BigInt(first) : undefined);
    if (revision === next) next += 1n;
  }

  async function firstPlaceOf(stream: string): Promise<bigint | undefined> {
    try {
      const [first] = await connection.call((client, signal) =>
        readStreamPage({ client, credentials, signal }, { stream, from: 0n, count: 1 }),
      );
      return first?.commit;
    } catch (error) {
      if (isStreamMissing(error) || isStreamDeleted(error)) return undefined;
      throw error;
    }
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const page = await connection.call(async (client, signal) => {
        try {
          const where = { stream: ERASURES_STREAM, from: next, count: PAGE };
          return await readStreamPage({ client, credentials, signal }, where);
        } catch (error) {
          if (isStreamMissing(error)) return [];
          throw error;
        }
      });
      for (const event of page) take(event);
      if (page.length < PAGE) return;
    }
  }

  async function list(stream: string): Promise<void> {
    const first = await firstPlaceOf(stream);
    const data = first === undefined ? { stream } : { stream, first: String(first) };
    const event = jsonEvent({ id: randomUUID(), type: TYPE, data });
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await refresh();
      if (erased.has(stream)) return;
      const expectedRevision = next === 0n ? NO_STREAM : next - 1n;
      try {
        await connection.call((client) =>
          client.appendToStream(ERASURES_STREAM, [event], { expectedRevision, ...callOptions(credentials) }),
        );
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
      try {
        // Whatever its revision is: nothing is to be left of it. The one place where that is right.
        await connection.call((client) =>
          client.tombstoneStream(stream, { expectedRevision: ANY, ...callOptions(credentials) }),
        );
      } catch (error) {
        if (!isStreamDeleted(error)) throw error;
      }
    },
  };
}
