import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { LogUnavailable } from '../port.ts';
import { actualVersionIn, isStreamDeleted, isStreamEmpty, isStreamMissing, emptyResultOn } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readStreamPage } from './reading.ts';
import type { ServerEvent } from './stored-meta.ts';

/** The stream with the names of erased streams. It has none of our prefixes; subscriptions include it separately. */
export const ERASURES_STREAM = 'prumo-erased';
const TYPE = 'StreamErased';
const PAGE_SIZE = 1_000;
const MAX_ATTEMPTS = 20;

export interface Erasures {
  readonly has: (stream: string) => boolean;
  /** The commit positions of the first events of erased streams, in the order of erasure. */
  readonly commits: () => readonly bigint[];
  /** Adds an event of the list that was read elsewhere. */
  readonly add: (event: ServerEvent) => void;
  /** Reads all erasures up to now. @throws LogUnavailable */
  readonly refresh: () => Promise<void>;
  /** @throws LogUnavailable */
  readonly erase: (stream: string) => Promise<void>;
}

/**
 * The commit position of the first event of a stream; undefined for a stream without events.
 * @throws LogUnavailable
 */
async function firstCommitOf(connection: ReconnectingClient, stream: string): Promise<bigint | undefined> {
  const [first] = await connection
    .call((caller) => readStreamPage(caller, { stream, from: 0n, count: 1 }))
    .catch(emptyResultOn(isStreamEmpty));
  return first?.commit;
}

/**
 * A tombstone closes a stream, but until the next scavenge on every node the events of a closed stream remain in the
 * whole log, before the tombstone and with their data. The list of erased streams is read first, so that these
 * events are delivered without data.
 */
export function createErasures(connection: ReconnectingClient): Erasures {
  /**
   * Erased streams with the commit position of their first event; undefined if there was none, or if it was not
   * recorded.
   */
  const erased = new Map<string, bigint | undefined>();
  let nextRevision = 0n;

  function add({ data, revision }: ServerEvent): void {
    const { stream, first } = data as { readonly stream?: unknown; readonly first?: unknown };
    if (typeof stream === 'string') erased.set(stream, typeof first === 'string' ? BigInt(first) : undefined);
    if (revision === nextRevision) nextRevision += 1n;
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const page = await connection
        .call((caller) => readStreamPage(caller, { stream: ERASURES_STREAM, from: nextRevision, count: PAGE_SIZE }))
        .catch(emptyResultOn(isStreamMissing));
      for (const event of page) add(event);
      if (page.length < PAGE_SIZE) return;
    }
  }

  async function record(stream: string): Promise<void> {
    const first = await firstCommitOf(connection, stream);
    const data = first === undefined ? { stream } : { stream, first: String(first) };
    const event = jsonEvent({ id: randomUUID(), type: TYPE, data });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await refresh();
      if (erased.has(stream)) return;
      const expectedRevision = nextRevision === 0n ? NO_STREAM : nextRevision - 1n;
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
    commits: () => [...erased.values()].filter((place) => place !== undefined),
    add,
    refresh,
    async erase(stream) {
      await record(stream);
      await connection.call(({ client }) => client.tombstone(stream)).catch(emptyResultOn(isStreamDeleted));
    },
  };
}
