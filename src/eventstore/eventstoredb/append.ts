import { type AppendResult as Answer, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { pause } from '#runtime/waiting.ts';
import type { JsonObject } from '#domain/event.ts';
import type { SerialisedAppend } from '../serialised-append.ts';
import { EventTooLarge, LogUnavailable, RevisionConflict, StreamErased } from '../port.ts';
import { actualVersionIn, appendLimitIn, failureOf, isStreamDeleted } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { type ReadCaller, readStreamPage } from './reading.ts';
import { storedMeta } from './stored-meta.ts';

/** `commit` is the place of the last appended event. */
export interface AppendResult {
  readonly revision: bigint;
  readonly commit: bigint;
}

export interface AppenderOptions {
  readonly connection: ReconnectingClient;
  /** Maximum duration of an append with all its attempts, in milliseconds. */
  readonly timeoutMs: number;
}

const MAX_TRIES = 4;
/** Another attempt needs at least this much time. */
const LEAST_LEFT_MS = 50;

/**
 * Delay before the first search for the events in the stream when an answer is slow, in milliseconds; further searches
 * follow.
 */
const FIRST_LOOK_MS = 200;
const LOOK_EVERY_MS = 100;

const eventsOf = ({ events }: SerialisedAppend) =>
  events.map(({ id, type, data, meta }, i) => {
    const metadata = storedMeta(meta, data, i === events.length - 1);
    return jsonEvent({ id, type, data: JSON.parse(data) as JsonObject, metadata });
  });

const expectedOf = ({ expected }: SerialisedAppend) => (expected < 0 ? NO_STREAM : BigInt(expected));

/** Maps an error to those of the port. */
function translated(error: unknown, { stream, size }: SerialisedAppend): unknown {
  if (isStreamDeleted(error)) return new StreamErased(stream);
  const actual = actualVersionIn(error);
  if (actual !== undefined) return new RevisionConflict(stream, actual);
  const limit = appendLimitIn(error);
  return limit === undefined ? error : new EventTooLarge(size, limit);
}

/**
 * The place of these very events in the stream, right after the expected revision; undefined where the stream does not
 * have them.
 */
async function placeInStream(caller: ReadCaller, { stream, expected, events }: SerialisedAppend) {
  const where = { stream, from: BigInt(expected) + 1n, count: events.length };
  // Errors of this read are ignored, because only the answer to the append tells what is wrong.
  const there = await readStreamPage(caller, where).catch(() => []);
  const last = there.at(-1);
  const isSame = there.length === events.length && there.every(({ id }, i) => id === events[i]?.id);
  return isSame && last ? { revision: last.revision, commit: last.commit } : undefined;
}

async function resultOf(caller: ReadCaller, draft: SerialisedAppend, answer: Answer): Promise<AppendResult> {
  const { nextExpectedRevision: revision, position } = answer;
  if (position) return { revision, commit: position.commit };
  // Some servers do not return the original place of a repeated append.
  const place = await placeInStream(caller, draft);
  if (!place) throw new Error('what was appended is not there');
  return place;
}

/** Searches for the events repeatedly. @returns undefined once `signal` aborts */
async function foundInStream(caller: ReadCaller, draft: SerialisedAppend): Promise<AppendResult | undefined> {
  const { signal } = caller;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = LOOK_EVERY_MS) {
    await pause(waitMs, signal);
    await new Promise(setImmediate); // The delay may be on our side, and the answer may be waiting in the event loop.
    if (signal.aborted) return undefined;
    const found = await placeInStream(caller, draft);
    if (found) return found;
  }
}

/**
 * Appends through the client's single-append call: batches share one connection stream, and one that fails fails all of
 * them. An append without an answer is repeated while there is time, with the same ids and the same expected revision,
 * so that the server gives the same answer as the first time.
 *
 * A repeat that arrives while the first append is still being committed gets no answer for two or three seconds, and
 * then "commit phase timeout"; by then the events have long been in the stream. Therefore the stream is searched when
 * an answer is slow, and events found there count as the answer.
 */
export function createAppender({
  connection,
  timeoutMs,
}: AppenderOptions): (draft: SerialisedAppend) => Promise<AppendResult> {
  async function appendOnce(draft: SerialisedAppend, deadline: number): Promise<AppendResult> {
    // The append starts in its own turn of the event loop, because the client throws an uncatchable error when an
    // append starts in the turn in which it closes a broken connection.
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
