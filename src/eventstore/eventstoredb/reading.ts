import { BACKWARDS, END, type ResolvedEvent, START } from '@eventstore/db-client';
import { PAGE_BYTES } from '../port.ts';
import { filteredRead } from './filtered-read.ts';
import { LEADER_ONLY, type LogClient } from './log-client.ts';
import { type ServerEvent, parseStoredMeta } from './stored-meta.ts';

interface EventReader extends AsyncIterable<ResolvedEvent> {
  on(name: 'error', listener: () => void): unknown;
  cancel(): Promise<void>;
  destroy(): unknown;
}

/**
 * The server gives two halves of a position. Only `commit` belongs to the event itself; `prepare` is that of the first
 * event of its append, and to continue right after an event `commit` is passed as both.
 */
export const positionAt = (commit: bigint): { commit: bigint; prepare: bigint } => ({ commit, prepare: commit });

/** Maps an event of the client; undefined for a link whose event is gone. */
export function toServerEvent({ event, commitPosition }: ResolvedEvent): ServerEvent | undefined {
  const commit = commitPosition ?? event?.position?.commit;
  if (!event || commit === undefined) return undefined;
  const { streamId, revision, id, type, metadata, data } = event;
  return { stream: streamId, revision, id, type, ...parseStoredMeta(metadata), data, commit };
}

/** The length of an event's data as text. */
export const bytesOf = ({ data }: ServerEvent): number => JSON.stringify(data).length;

/**
 * Collects the requested number of events, or those before the first rejected one. The read is cancelled when `signal`
 * aborts, because reads of the client have no deadline. A later error needs a listener, without which it would end the
 * process.
 */
async function collect(
  stream: EventReader,
  signal: AbortSignal,
  accepts: (event: ServerEvent) => boolean = () => true,
): Promise<ServerEvent[]> {
  stream.on('error', () => undefined);
  const cancel = (): void => {
    stream.cancel().catch(() => undefined);
    stream.destroy();
  };
  signal.addEventListener('abort', cancel);
  const events: ServerEvent[] = [];
  try {
    for await (const resolved of stream) {
      const found = toServerEvent(resolved);
      if (!found) continue;
      if (!accepts(found)) {
        cancel();
        break;
      }
      events.push(found);
    }
    return events;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

interface StreamRange {
  readonly stream: string;
  readonly from: bigint;
  readonly count: number;
}

export interface ReadCaller {
  readonly client: LogClient;
  readonly signal: AbortSignal;
}

interface StreamRange {
  readonly stream: string;
  readonly from: bigint;
  readonly count: number;
}

/** Reads at most `count` events of a stream, from revision `from` on. */
const openStream = ({ client }: ReadCaller, { stream, from, count }: StreamRange): EventReader =>
  client.readStream(stream, { fromRevision: from === 0n ? START : from, maxCount: count, ...LEADER_ONLY });

/** @throws the client's errors: missing, deleted */
export const readStreamPage = (caller: ReadCaller, place: StreamRange): Promise<ServerEvent[]> =>
  collect(openStream(caller, place), caller.signal);

/** A page of at most `PAGE_BYTES`, and whether more may follow. @throws the client's errors: missing, deleted */
export async function readBoundedPage(
  caller: ReadCaller,
  place: StreamRange,
): Promise<readonly [events: readonly ServerEvent[], hasMore: boolean]> {
  let bytes = 0;
  let isFull = false;
  const events = await collect(openStream(caller, place), caller.signal, (event) => {
    const isFirst = bytes === 0;
    bytes += bytesOf(event);
    isFull = !isFirst && bytes > PAGE_BYTES;
    return !isFull;
  });
  return [events, isFull || events.length === place.count];
}

/**
 * Reads the event at a commit position according to the connected node, leader or not; the next event if it has been
 * removed there.
 */
export async function readEventAt({ client, signal }: ReadCaller, commit: bigint): Promise<ServerEvent | undefined> {
  const [found] = await collect(client.readAll({ fromPosition: positionAt(commit), maxCount: 1 }), signal);
  return found;
}

/** Reads at most `count` events of the whole log, latest first, from right before `before` or from the end. */
export const readBackwards = (
  { client, signal }: ReadCaller,
  { before, count }: { readonly before: bigint | undefined; readonly count: number },
): Promise<ServerEvent[]> =>
  collect(
    client.readAll({
      direction: BACKWARDS,
      fromPosition: before === undefined ? END : positionAt(before),
      maxCount: count,
      ...LEADER_ONLY,
    }),
    signal,
  );

/** The maximum duration of a search, through a log with a million later events of other programs, in milliseconds. */
export const SEARCH_TIMEOUT_MS = 60_000;

/**
 * Reads at most `count` events of our streams, in the order of the log right after `after`, or from the start. Events
 * of other programs are not transferred.
 */
export async function readOwnForwards(
  { client, signal }: ReadCaller,
  { after, count }: { readonly after: bigint | undefined; readonly count: number },
): Promise<ServerEvent[]> {
  const limit = after === undefined ? count : count + 1; // The result includes the event at the start.
  const found = await collect(
    client.readRequest(filteredRead({ from: after, isBackwards: false, count: limit })),
    signal,
  );
  return found.filter(({ commit }) => after === undefined || commit > after).slice(0, count);
}

/** Reads our events backwards from right before `before`. */
export const readOwnBackwards = (
  { client, signal }: ReadCaller,
  { before, count }: { readonly before: bigint; readonly count: number },
): Promise<ServerEvent[]> =>
  collect(client.readRequest(filteredRead({ from: before, isBackwards: true, count })), signal);
