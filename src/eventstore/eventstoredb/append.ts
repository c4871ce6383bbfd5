import { type AppendResult as ServerResult, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { pause } from '#runtime/waiting.ts';
import type { JsonObject } from '#domain/event.ts';
import type { SerialisedAppend } from '../serialised-append.ts';
import { EventTooLarge, LogUnavailable, RevisionConflict, ErasedStreamError } from '../port.ts';
import { actualVersionIn, appendLimitIn, failureOf, isStreamDeleted } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { type ReadCaller, readStreamPage } from './reading.ts';
import { storedMeta } from './stored-meta.ts';

/** The revision and the commit position of the last appended event. */
export interface AppendResult {
  readonly revision: bigint;
  readonly commit: bigint;
}

export interface AppenderOptions {
  readonly connection: ReconnectingClient;
  /** The maximum duration of an append with all its attempts, in milliseconds. */
  readonly timeoutMs: number;
}

const MAX_ATTEMPTS = 4;
/** Another attempt needs at least this much time. */
const MIN_REMAINING_MS = 50;

/**
 * Delay before the first search for the events in the stream when an answer is slow, in milliseconds; further searches
 * follow.
 */
const FIRST_SEARCH_MS = 200;
const SEARCH_EVERY_MS = 100;

const eventsOf = ({ events }: SerialisedAppend) =>
  events.map(({ id, type, data, meta }, i) => {
    const metadata = storedMeta(meta, data, i === events.length - 1);
    return jsonEvent({ id, type, data: JSON.parse(data) as JsonObject, metadata });
  });

const expectedOf = ({ expected }: SerialisedAppend) => (expected < 0 ? NO_STREAM : BigInt(expected));

/** Maps an error of the client to those of the port. */
function toPortError(error: unknown, { stream, size }: SerialisedAppend): unknown {
  if (isStreamDeleted(error)) return new ErasedStreamError(stream);
  const actual = actualVersionIn(error);
  if (actual !== undefined) return new RevisionConflict(stream, actual);
  const limit = appendLimitIn(error);
  return limit === undefined ? error : new EventTooLarge(size, limit);
}

/**
 * Looks for these very events in the stream, right after the expected revision; undefined where the stream does not
 * have them.
 */
async function findInStream(caller: ReadCaller, { stream, expected, events }: SerialisedAppend) {
  const range = { stream, from: BigInt(expected) + 1n, count: events.length };
  // Errors of this read are ignored, because only the answer to the append tells what is wrong.
  const found = await readStreamPage(caller, range).catch(() => []);
  const last = found.at(-1);
  const isSame = found.length === events.length && found.every(({ id }, i) => id === events[i]?.id);
  return isSame && last ? { revision: last.revision, commit: last.commit } : undefined;
}

async function appendResultOf(
  caller: ReadCaller,
  draft: SerialisedAppend,
  answer: ServerResult,
): Promise<AppendResult> {
  const { nextExpectedRevision: revision, position } = answer;
  if (position) return { revision, commit: position.commit };
  // Some servers do not return the original position of a repeated append.
  const found = await findInStream(caller, draft);
  if (!found) throw new Error('what was appended is not there');
  return found;
}

/** Searches for the events repeatedly. @returns undefined once `signal` aborts */
async function pollStream(caller: ReadCaller, draft: SerialisedAppend): Promise<AppendResult | undefined> {
  const { signal } = caller;
  for (let waitMs = FIRST_SEARCH_MS; ; waitMs = SEARCH_EVERY_MS) {
    await pause(waitMs, signal);
    await new Promise(setImmediate); // The delay may be on our side, and the answer may be waiting in the event loop.
    if (signal.aborted) return undefined;
    const found = await findInStream(caller, draft);
    if (found) return found;
  }
}

/**
 * Creates the function that appends through the client's single-append call: batches share one connection stream, and
 * one that fails fails all of them. An append without an answer is repeated while there is time, with the same ids and
 * the same expected revision, so that the server gives the same answer as the first time.
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
      const settled = new AbortController();
      const caller = { client, signal: AbortSignal.any([signal, settled.signal]) };
      const appending = client
        .append(draft.stream, eventsOf(draft), { expectedRevision: expectedOf(draft), deadline })
        .then((result) => appendResultOf(caller, draft, result));
      try {
        return await Promise.race([appending, pollStream(caller, draft).then((found) => found ?? appending)]);
      } finally {
        settled.abort();
      }
    });
  }

  return async (draft) => {
    if (!connection.isUp()) throw new LogUnavailable('not_appended', new Error('the event log is away'));
    const deadline = performance.now() + timeoutMs;
    const remainingMs = (): number => Math.ceil(deadline - performance.now());
    let isOutcomeUnknown = false;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await appendOnce(draft, Math.max(1, remainingMs()));
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw toPortError(error, draft);
        isOutcomeUnknown ||= error.outcome === 'unknown';
        const canRetry =
          failureOf(error.cause).isUnavailable && attempts < MAX_ATTEMPTS && remainingMs() > MIN_REMAINING_MS;
        if (canRetry && (await connection.untilUp(remainingMs()))) continue;
        throw isOutcomeUnknown ? new LogUnavailable('unknown', error.cause) : error;
      }
    }
  };
}
