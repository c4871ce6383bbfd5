import { BACKWARDS, END, type ResolvedEvent, START } from '@eventstore/db-client';
import { filteredRead } from './filtered-read.ts';
import { BY_LEADER, type LogClient } from './log-client.ts';
import { type FoundEvent, metaIn } from './stored-meta.ts';

interface EventReader extends AsyncIterable<ResolvedEvent> {
  on(name: 'error', listener: () => void): unknown;
  cancel(): Promise<void>;
  destroy(): unknown;
}

/**
 * The server gives two halves of a position. Only `commit` is an event's own; `prepare` is that of the first event of its
 * append, and to go on right after an event `commit` stands in both.
 */
export const placeAt = (commit: bigint): { commit: bigint; prepare: bigint } => ({ commit, prepare: commit });

export function foundIn({ event, commitPosition }: ResolvedEvent): FoundEvent | undefined {
  const commit = commitPosition ?? event?.position?.commit;
  if (!event || commit === undefined) return undefined;
  const { streamId, revision, id, type, metadata, data } = event;
  return { stream: streamId, revision, id, type, ...metaIn(metadata), data, commit };
}

/**
 * All events of a read that says how many it wants. When `signal` aborts it is given up: reads of the client keep to no
 * deadline. An error that comes after that finds a listener; without one it would end the process.
 */
async function collect(reading: EventReader, signal: AbortSignal): Promise<FoundEvent[]> {
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
  readonly signal: AbortSignal;
}

/** At most `count` events of a stream, from revision `from` on. @throws the client's errors: missing, deleted */
export const readStreamPage = (
  { client, signal }: Caller,
  { stream, from, count }: { readonly stream: string; readonly from: bigint; readonly count: number },
): Promise<FoundEvent[]> =>
  collect(
    client.readStream(stream, {
      fromRevision: from === 0n ? START : from,
      maxCount: count,
      ...BY_LEADER,
    }),
    signal,
  );

/** The event at a place of the whole log as the node at hand has it, leader or not: if it is gone there, the next one. */
export async function readAt({ client, signal }: Caller, place: bigint): Promise<FoundEvent | undefined> {
  const [found] = await collect(client.readAll({ fromPosition: placeAt(place), maxCount: 1 }), signal);
  return found;
}

/** At most `count` events of the whole log, the last first, from right before `before` or from the end. */
export const readBackwards = (
  { client, signal }: Caller,
  { before, count }: { readonly before: bigint | undefined; readonly count: number },
): Promise<FoundEvent[]> =>
  collect(
    client.readAll({
      direction: BACKWARDS,
      fromPosition: before === undefined ? END : placeAt(before),
      maxCount: count,
      ...BY_LEADER,
    }),
    signal,
  );

/** What a search may take, through a log in which others have written a million events since. */
export const SEARCH_TIMEOUT_MS = 60_000;

/**
 * At most `count` events of our streams, in the order of the log from right after `after` on, or from the start. What
 * others have written does not come over the wire.
 */
export async function readOwnForwards(
  { client, signal }: Caller,
  { after, count }: { readonly after: bigint | undefined; readonly count: number },
): Promise<FoundEvent[]> {
  const most = after === undefined ? count : count + 1; // the event at the start comes along
  const found = await collect(client.readBy(filteredRead({ from: after, isBackwards: false, count: most })), signal);
  return found.filter(({ commit }) => after === undefined || commit > after).slice(0, count);
}

/** The same backwards from right before `before`. */
export const readOwnBackwards = (
  { client, signal }: Caller,
  { before, count }: { readonly before: bigint; readonly count: number },
): Promise<FoundEvent[]> => collect(client.readBy(filteredRead({ from: before, isBackwards: true, count })), signal);
