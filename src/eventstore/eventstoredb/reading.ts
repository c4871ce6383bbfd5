import { BACKWARDS, convertToCommandError, END, type ResolvedEvent, START } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import type { Credentials } from './address.ts';
import type { LogClient } from './log-client.ts';
import { foundInAnswer, filteredRead } from './filtered-read.ts';
import { type FoundEvent, metaIn } from './stored-meta.ts';

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
  return { stream: streamId, revision, id, type, ...metaIn(metadata), data, commit };
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

/** The same for a read of which the client only passes on the answers. */
async function collectAnswers(answers: ClientReadableStream<ReadResp>, signal: AbortSignal): Promise<FoundEvent[]> {
  answers.on('error', () => undefined);
  const giveUp = (): void => answers.cancel();
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  const events: FoundEvent[] = [];
  try {
    for await (const answer of answers as AsyncIterable<ReadResp>) {
      const found = foundInAnswer(answer);
      if (found) events.push(found);
    }
    return events;
  } catch (error) {
    throw error instanceof Error ? convertToCommandError(error) : error;
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

/** The event at a place of the whole log as the node at hand has it, leader or not: if it is gone there, the next one. */
export async function readAt({ client, credentials, signal }: Caller, place: bigint): Promise<FoundEvent | undefined> {
  const [found] = await collect(client.readAll({ fromPosition: placeAt(place), maxCount: 1, credentials }), signal);
  return found;
}

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

/** What a search may take, through a log in which others have written a million events since. */
export const SEARCH_TIMEOUT_MS = 60_000;

/**
 * At most `count` events of the streams that begin with one of `prefixes`, in the order of the log from right after `after`
 * on, or from the start. What others have written does not come over the wire.
 */
export async function readOwnForwards(
  { client, credentials, signal }: Caller,
  {
    prefixes,
    after,
    count,
  }: { readonly prefixes: readonly string[]; readonly after: bigint | undefined; readonly count: number },
): Promise<FoundEvent[]> {
  // The event at the start comes along.
  const request = filteredRead({
    prefixes,
    from: after,
    isBackwards: false,
    count: after === undefined ? count : count + 1,
  });
  const found = await collectAnswers(await client.openRead(request, callOptions(credentials)), signal);
  return found.filter(({ commit }) => after === undefined || commit > after).slice(0, count);
}

/** The same backwards from right before `before`. */
export async function readOwnBackwards(
  { client, credentials, signal }: Caller,
  {
    prefixes,
    before,
    count,
  }: { readonly prefixes: readonly string[]; readonly before: bigint; readonly count: number },
): Promise<FoundEvent[]> {
  const request = filteredRead({ prefixes, from: before, isBackwards: true, count });
  return collectAnswers(await client.openRead(request, callOptions(credentials)), signal);
}
