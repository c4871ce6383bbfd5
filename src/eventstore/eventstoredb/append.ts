import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import type { JsonObject } from '#domain/event.ts';
import type { SerialisedAppend } from '../serialised-append.ts';
import { EventTooLarge, LogUnavailable, RevisionConflict, StreamErased } from '../port.ts';
import type { Credentials } from './address.ts';
import { actualVersionIn, appendLimitIn, failureOf, isStreamDeleted } from './failures.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { callOptions, readStreamPage } from './reading.ts';
import { hashedMeta } from './event-hash.ts';

/** `commit` is the place of the last event appended. */
export interface AppendResult {
  readonly revision: bigint;
  readonly commit: bigint;
}

export interface AppenderOptions {
  readonly connection: ReconnectingClient;
  readonly credentials: Credentials;
  /** What an append may take, with all its tries. */
  readonly timeoutMs: number;
}

const MAX_TRIES = 4;
/** With less time there is no sense in one more try. */
const LEAST_LEFT_MS = 50;

const eventsOf = ({ events }: SerialisedAppend) =>
  events.map(({ id, type, data, meta }) =>
    jsonEvent({ id, type, data: JSON.parse(data) as JsonObject, metadata: hashedMeta(meta, data) }),
  );

const expectedOf = ({ expected }: SerialisedAppend) => (expected < 0 ? NO_STREAM : BigInt(expected));

/** The error in the words of the port. */
function translated(error: unknown, { stream, size }: SerialisedAppend): unknown {
  if (isStreamDeleted(error)) return new StreamErased(stream);
  const actual = actualVersionIn(error);
  if (actual !== undefined) return new RevisionConflict(stream, actual);
  const limit = appendLimitIn(error);
  return limit === undefined ? error : new EventTooLarge(size, limit);
}

/**
 * Appends through the client's plain call, which credentials make it choose: its batches share one stream, and one that
 * breaks takes all of them along. An append that gets no answer is repeated while there is time, with the same ids and
 * the same expected revision: then the server says what it said, or would have said, the first time.
 */
export function createAppender({
  connection,
  credentials,
  timeoutMs,
}: AppenderOptions): (draft: SerialisedAppend) => Promise<AppendResult> {
  /** Some servers do not say where a repeat was appended the first time. */
  async function placeOf({ stream }: SerialisedAppend, revision: bigint): Promise<bigint> {
    const [event] = await connection.call((client, signal) =>
      readStreamPage({ client, credentials, signal }, { stream, from: revision, count: 1 }),
    );
    if (event?.revision !== revision) throw new LogUnavailable('unknown', new Error('what was appended is not there'));
    return event.commit;
  }

  async function appendOnce(draft: SerialisedAppend, deadline: number): Promise<AppendResult> {
    // In a turn of the event loop of its own: an append that the client starts in the turn in which it closes a broken
    // connection throws where nobody can catch.
    await new Promise(setImmediate);
    const answer = await connection.call((client) =>
      client.appendToStream(draft.stream, eventsOf(draft), {
        expectedRevision: expectedOf(draft),
        deadline,
        ...callOptions(credentials),
      }),
    );
    const revision = answer.nextExpectedRevision;
    return { revision, commit: answer.position?.commit ?? (await placeOf(draft, revision)) };
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
