import { STREAM_PREFIXES } from '#domain/streams.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readBackwards, readOwnBackwards, SEARCH_TIMEOUT_MS } from './reading.ts';
import type { ServerEvent } from './stored-meta.ts';

export interface LogEnd {
  /** The commit position of our last event; undefined without one. */
  readonly head: bigint | undefined;
  /** The commit position of the last event of any program: it never decreases, whatever a scavenge removes. */
  readonly end: bigint | undefined;
}

/** Reads the end of the log for the whole process: concurrent callers share one request. */
export interface EndReader {
  /** Reads the current end: it includes everything that had been acknowledged before. @throws LogUnavailable */
  readonly current: () => Promise<LogEnd>;
  /** The end as it was at most so many milliseconds ago. @throws LogUnavailable */
  readonly recent: (milliseconds: number) => Promise<LogEnd>;
  /** Records that an append of this process has been acknowledged. */
  readonly recordAppend: (last: Pick<ServerEvent, 'stream' | 'commit'>) => void;
}

interface LastKnownEnd extends LogEnd {
  /** The stream of the head event. */
  readonly stream: string | undefined;
}

const UNKNOWN_END: LastKnownEnd = { head: undefined, stream: undefined, end: undefined };
const FIRST_PAGE_SIZE = 16;
const PAGE_SIZE = 512;

/** Tells whether an event is ours: streams also contain tombstones, metadata and the like. */
export const isOurs = ({ stream, type }: Pick<ServerEvent, 'stream' | 'type'>): boolean =>
  !type.startsWith('$') && STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));

/** Searches on the server for our last event before a position, when nothing is known of that part of the log. */
async function searchBefore(
  connection: ReconnectingClient,
  from: bigint,
  end: bigint | undefined,
): Promise<LastKnownEnd> {
  for (let before = from; ;) {
    const page = await connection.call(
      (caller) => readOwnBackwards(caller, { before, count: FIRST_PAGE_SIZE }),
      SEARCH_TIMEOUT_MS,
    );
    const found = page.find(isOurs);
    if (found) return { head: found.commit, stream: found.stream, end };
    if (page.length < FIRST_PAGE_SIZE) return { ...UNKNOWN_END, end };
    before = page.at(-1)?.commit ?? before;
  }
}

/** Searches for our last event from the end back to the part that was searched before. */
async function findHead(connection: ReconnectingClient, searched: LastKnownEnd): Promise<LastKnownEnd> {
  let end: bigint | undefined;
  let before: bigint | undefined;
  for (let count = FIRST_PAGE_SIZE; ; count = PAGE_SIZE) {
    const place = { before, count };
    const page = await connection.call((caller) => readBackwards(caller, place));
    end ??= page[0]?.commit;
    for (const event of page) {
      if (searched.end !== undefined && event.commit <= searched.end) return { ...searched, end };
      if (isOurs(event)) return { head: event.commit, stream: event.stream, end };
    }
    before = page.at(-1)?.commit;
    if (page.length < count || before === undefined) return { ...searched, end };
    if (searched.end === undefined) return searchBefore(connection, before, end);
  }
}

/**
 * Creates the reader of the end of the log. The first search goes back past events of other programs until it finds one
 * of ours, however far that is; no part is searched twice.
 */
export function createEndReader(connection: ReconnectingClient, isErased: (stream: string) => boolean): EndReader {
  let lastKnown: LastKnownEnd = UNKNOWN_END;
  let lastReading: { readonly end: LogEnd; readonly askedAt: number } | undefined;
  let running: Promise<LogEnd> | undefined;
  /** Shared by callers that arrived after the running request had started. */
  let waiting: Promise<LogEnd> | undefined;

  async function readEnd(): Promise<LogEnd> {
    const askedAt = performance.now();
    // A scavenge may have removed the event: then everything is searched once more.
    if (lastKnown.stream !== undefined && isErased(lastKnown.stream)) lastKnown = UNKNOWN_END;
    const end = await findHead(connection, lastKnown);
    if (end.end !== undefined && (lastKnown.end === undefined || end.end > lastKnown.end)) lastKnown = end;
    lastReading = { end, askedAt };
    return end;
  }

  function startReading(): Promise<LogEnd> {
    running = readEnd().finally(() => (running = undefined));
    return running;
  }

  function current(): Promise<LogEnd> {
    if (!running) return waiting ?? startReading();
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return startReading();
      });
    return waiting;
  }

  return {
    current,
    async recent(milliseconds) {
      const isRecent = lastReading !== undefined && performance.now() - lastReading.askedAt <= milliseconds;
      if (isRecent && lastReading) return lastReading.end;
      return running ?? current(); // A running request has only just begun.
    },
    recordAppend({ stream, commit }) {
      if (lastKnown.end === undefined || commit > lastKnown.end) lastKnown = { head: commit, stream, end: commit };
    },
  };
}
