import { ANY, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { LogUnavailable } from '../port.ts';
import type { Credentials } from './address.ts';
import { actualVersionIn, isStreamDeleted, isStreamMissing } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { callOptions, type FoundEvent, readStreamPage } from './reading.ts';

/** Names the streams that have been erased. It begins with none of our prefixes; subscriptions follow it besides. */
export const ERASURES_STREAM = 'prumo-erased';
const TYPE = 'StreamErased';
const PAGE = 1_000;
const MAX_TRIES = 20;

export interface Erasures {
  readonly has: (stream: string) => boolean;
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
  const erased = new Set<string>();
  let next = 0n;

  function take({ data, revision }: FoundEvent): void {
    const { stream } = data as { readonly stream?: unknown };
    if (typeof stream === 'string') erased.add(stream);
    if (revision === next) next += 1n;
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
    const event = jsonEvent({ id: randomUUID(), type: TYPE, data: { stream } });
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
