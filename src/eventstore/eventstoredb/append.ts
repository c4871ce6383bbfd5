import { type AppendResult as Answer, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { pause } from '#runtime/waiting.ts';
import type { JsonObject } from '#domain/event.ts';
import type { SerialisedAppend } from '../serialised-append.ts';
import { EventTooLarge, LogUnavailable, RevisionConflict, StreamErased } from '../port.ts';
import { actualVersionIn, appendLimitIn, failureOf, isStreamDeleted } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { type Caller, readStreamPage } from './reading.ts';
import { storedMeta } from './stored-meta.ts';

/** `commit` is the place of the last event appended. */
export interface AppendResult {
  readonly revision: bigint;
  readonly commit: bigint;
}

export interface AppenderOptions {
  readonly connection: ReconnectingClient;
  /** What an append may take, with all its tries. */
  readonly timeoutMs: number;
}

const MAX_TRIES = 4;
/** With less time there is no sense in one more try. */
const LEAST_LEFT_MS = 50;

/** When an answer is slow: the first look into the stream comes after so long, and others while there is still none. */
const FIRST_LOOK_MS = 200;
const LOOK_EVERY_MS = 100;

const eventsOf = ({ events }: SerialisedAppend) =>
  events.map(({ id, type, data, meta }, i) => {
    const metadata = storedMeta(meta, data, i === events.length - 1);
    return jsonEvent({ id, type, data: JSON.parse(data) as JsonObject, metadata });
  });

const expectedOf = ({ expected }: SerialisedAppend) => (expected < 0 ? NO_STREAM : BigInt(expected));

/** The error in the words of the port. */
function translated(error: unknown, { stream, size }: SerialisedAppend): unknown {
  if (isStreamDeleted(error)) return new StreamErased(stream);
  const actual = actualVersionIn(error);
  if (actual !== undefined) return new RevisionConflict(stream, actual);
  const limit = appendLimitIn(error);
  return limit === undefined ? error : new EventTooLarge(size, limit);
}

/** Where the stream has these very events, right behind the revision expected; undefined: it has not. */
async function placeInStream(caller: Caller, { stream, expected, events }: SerialisedAppend) {
  const where = { stream, from: BigInt(expected) + 1n, count: events.length };
  const there = await readStreamPage(caller, where).catch(() => []); // only the answer to the append says what is wrong
  const last = there.at(-1);
  const isSame = there.length === events.length && there.every(({ id }, i) => id === events[i]?.id);
  return isSame && last ? { revision: last.revision, commit: last.commit } : undefined;
}

async function resultOf(caller: Caller, draft: SerialisedAppend, answer: Answer): Promise<AppendResult> {
  const { nextExpectedRevision: revision, position } = answer;
  if (position) return { revision, commit: position.commit };
  const place = await placeInStream(caller, draft); // some servers do not say where a repeat was appended the first time
  if (!place) throw new Error('what was appended is not there');
  return place;
}

/** Looks into the stream again and again. @returns undefined once `signal` aborts */
async function foundInStream(caller: Caller, draft: SerialisedAppend): Promise<AppendResult | undefined> {
  const { signal } = caller;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = LOOK_EVERY_MS) {
    await pause(waitMs, signal);
    await new Promise(setImmediate); // it may be us who were busy, and the answer lies there waiting to be read
    if (signal.aborted) return undefined;
    const found = await placeInStream(caller, draft);
    if (found) return found;
  }
}

/**
 * Appends through the client's plain call: its batches share one stream, and one that breaks takes all of them along. An append that gets no answer is repeated while there is time, with the same ids and
 * the same expected revision: then the server says what it said, or would have said, the first time.
 *
 * A repeat that arrives while the first one is still being committed gets no answer for two or three seconds, and then
 * "commit phase timeout"; by then the events have long been in the stream. So that is where we look when an answer is
 * slow, and whoever finds them there has been answered.
 */
export function createAppender({
  connection,
  timeoutMs,
}: AppenderOptions): (draft: SerialisedAppend) => Promise<AppendResult> {
  async function appendOnce(draft: SerialisedAppend, deadline: number): Promise<AppendResult> {
    // In a turn of the event loop of its own: an append that the client starts in the turn in which it closes a broken
    // connection throws where nobody can catch.
    await new Promise(setImmediate);
    return connection.call(async ({ client, signal }) => {
      const answered = new AbortController();
      const caller = { client, signal: AbortSignal.any([signal, answered.signal]) };
      const answer = client
        .append(draft.stream, eventsOf(draft), { expectedRevision: expectedOf(draft), deadline })
        .then((result) => resultOf(caller, draft, result));
      try {
        return await Promise.race([answer, foundInStream(caller, draft).then((found) => found ?? answer)]);
      } finally {
        answered.abort();
      }
    });
  }

  return async (draft) => {
    if (!connection.isUp()) throw new LogUnavailable('not_appended', new Error('the event log is away'));
    const until = performance.now() + timeoutMs;
    const left = (): number => Math.ceil(until - performance.now());
    let isUnknown = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await appendOnce(draft, Math.max(1, left()));
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw translated(error, draft);
        isUnknown ||= error.outcome === 'unknown';
        const isWorthIt = failureOf(error.cause).isAway && tries < MAX_TRIES && left() > LEAST_LEFT_MS;
        if (isWorthIt && (await connection.untilUp(left()))) continue;
        throw isUnknown ? new LogUnavailable('unknown', error.cause) : error;
      }
    }
  };
}
