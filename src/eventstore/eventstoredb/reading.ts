import { BACKWARDS, END, type ResolvedEvent, START } from '@eventstore/db-client';
import type { Credentials, LogClient } from './address.ts';
import { type EventHash, withoutHash } from './event-hash.ts';

/** An event as the server has it, ours or not. `commit` is its place in the whole log: a byte offset. */
export interface FoundEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly meta: Record<string, unknown>;
  readonly data: unknown;
  readonly commit: bigint;
  /** Of events of ours. */
  readonly hash: EventHash | undefined;
}

interface Reading extends AsyncIterable<ResolvedEvent> {
  on(name: 'error', listener: () => void): unknown;
  cancel(): Promise<void>;
  destroy(): unknown;
}

/** With every call: the leader alone has everything that has been acknowledged. */
export const callOptions = (credentials: Credentials) => ({ credentials, requiresLeader: true });

/**
 * The server gives two halves of a position. Only `commit` is an event's own; `prepare` is that of the first event of its
 * append, and to go on right after an event `commit` stands in both.
 */
export const placeAt = (commit: bigint): { commit: bigint; prepare: bigint } => ({ commit, prepare: commit });

export function foundIn({ event, commitPosition }: ResolvedEvent): FoundEvent | undefined {
  const commit = commitPosition ?? event?.position?.commit;
  if (!event || commit === undefined) return undefined;
  const { streamId, revision, id, type, metadata, data } = event;
  return { stream: streamId, revision, id, type, ...withoutHash(metadata), data, commit };
}

/**
 * All events of a read that says how many it wants. When `signal` aborts it is given up: reads of the client keep to no
 * deadline. An error that comes after that finds a listener; without one it would end the process.
 */
async function collect(reading: Reading, signal: AbortSignal): Promise<FoundEvent[]> {
  reading.on('error', () => undefined);
  const giveUp = (): void => {
    reading.cancel().catch(() => undefined);
    reading.destroy();
  };
  signal.addEventListener('abort', giveUp);
  const events: FoundEvent[] = [];
  try {
    for await (const resolved of reading) {
      const found = foundIn(resolved);
      if (found) events.push(found);
    }
    return events;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

export interface Caller {
  readonly client: LogClient;
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}

/** At most `count` events of a stream, from revision `from` on. @throws the client's errors: missing, deleted */
export const readStreamPage = (
  { client, credentials, signal }: Caller,
  { stream, from, count }: { readonly stream: string; readonly from: bigint; readonly count: number },
): Promise<FoundEvent[]> =>
  collect(
    client.readStream(stream, {
      fromRevision: from === 0n ? START : from,
      maxCount: count,
      ...callOptions(credentials),
    }),
    signal,
  );

/** At most `count` events of the whole log, with the one at `from`, or from the start. */
export const readForwards = (
  { client, credentials, signal }: Caller,
  { from, count }: { readonly from: bigint | undefined; readonly count: number },
): Promise<FoundEvent[]> =>
  collect(
    client.readAll({
      fromPosition: from === undefined ? START : placeAt(from),
      maxCount: count,
      ...callOptions(credentials),
    }),
    signal,
  );

/** At most `count` events of the whole log, the last first, from right before `before` or from the end. */
export const readBackwards = (
  { client, credentials, signal }: Caller,
  { before, count }: { readonly before: bigint | undefined; readonly count: number },
): Promise<FoundEvent[]> =>
  collect(
    client.readAll({
      direction: BACKWARDS,
      fromPosition: before === undefined ? END : placeAt(before),
      maxCount: count,
      ...callOptions(credentials),
    }),
    signal,
  );
