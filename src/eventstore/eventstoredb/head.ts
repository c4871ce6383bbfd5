import { STREAM_PREFIXES } from '#domain/streams.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readBackwards, readOwnBackwards, SEARCH_TIMEOUT_MS } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

export interface LogEnd {
  /** The place of our last event; undefined without one. */
  readonly head: bigint | undefined;
  /** The place of the last event of any program: it never decreases, whatever a scavenge removes. */
  readonly end: bigint | undefined;
}

/** Reads the end of the log for the whole process: concurrent callers share one request. */
export interface EndReader {
  /** The current end: it includes everything that had been acknowledged before. @throws LogUnavailable */
  readonly now: () => Promise<LogEnd>;
  /** The end at most so many milliseconds ago. @throws LogUnavailable */
  readonly recent: (milliseconds: number) => Promise<LogEnd>;
  /** Records that an append of this process has been acknowledged. */
  readonly appended: (last: Pick<FoundEvent, 'stream' | 'commit'>) => void;
}

interface LastKnownEnd extends LogEnd {
  /** The stream of the head event. */
  readonly stream: string | undefined;
}

const NOTHING: LastKnownEnd = { head: undefined, stream: undefined, end: undefined };
const FIRST_PAGE = 16;
const PAGE = 512;

/** Whether an event is ours: streams also contain tombstones, metadata and the like. */
export const isOurs = ({ stream, type }: Pick<FoundEvent, 'stream' | 'type'>): boolean =>
  !type.startsWith('$') && STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));

/** Searches on the server for our last event before a place, when nothing is known of that part of the log. */
async function search(connection: ReconnectingClient, from: bigint, end: bigint | undefined): Promise<LastKnownEnd> {
  for (let before = from; ;) {
    const page = await connection.call(
      (caller) => readOwnBackwards(caller, { before, count: FIRST_PAGE }),
      SEARCH_TIMEOUT_MS,
    );
    const found = page.find(isOurs);
    if (found) return { head: found.commit, stream: found.stream, end };
    if (page.length < FIRST_PAGE) return { ...NOTHING, end };
    before = page.at(-1)?.commit ?? before;
  }
}

/** Searches for our last event from the end back to the part that was searched before. */
async function findHead(connection: ReconnectingClient, floor: LastKnownEnd): Promise<LastKnownEnd> {
  let end: bigint | undefined;
  let before: bigint | undefined;
  for (let count = FIRST_PAGE; ; count = PAGE) {
    const place = { before, count };
    const page = await connection.call((caller) => readBackwards(caller, place));
    end ??= page[0]?.commit;
    for (const event of page) {
      if (floor.end !== undefined && event.commit <= floor.end) return { ...floor, end };
      if (isOurs(event)) return { head: event.commit, stream: event.stream, end };
    }
    before = page.at(-1)?.commit;
    if (page.length < count || before === undefined) return { ...floor, end };
    if (floor.end === undefined) return search(connection, before, end);
  }
}

/**
 * Finds the end of the log. The first search goes back past events of other programs until it finds one of ours,
 * however far that is; no part is searched twice.
 */
export function createEndReader(connection: ReconnectingClient, isErased: (stream: string) => boolean): EndReader {
  let known: LastKnownEnd = NOTHING;
  let latest: { readonly found: LogEnd; readonly askedAt: number } | undefined;
  let underWay: Promise<LogEnd> | undefined;
  /** Shared by callers that arrived after the running request had started. */
  let next: Promise<LogEnd> | undefined;

  async function look(): Promise<LogEnd> {
    const askedAt = performance.now();
    // A scavenge may have removed the event: then everything is searched once more.
    if (known.stream !== undefined && isErased(known.stream)) known = NOTHING;
    const found = await findHead(connection, known);
    if (found.end !== undefined && (known.end === undefined || found.end > known.end)) known = found;
    latest = { found, askedAt };
    return found;
  }

  function begin(): Promise<LogEnd> {
    underWay = look().finally(() => (underWay = undefined));
    return underWay;
  }

  function now(): Promise<LogEnd> {
    if (!underWay) return next ?? begin();
    next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  }

  return {
    now,
    async recent(milliseconds) {
      const isRecent = latest !== undefined && performance.now() - latest.askedAt <= milliseconds;
      if (isRecent && latest) return latest.found;
      return underWay ?? now(); // A running request has only just begun.
    },
    appended({ stream, commit }) {
      if (known.end === undefined || commit > known.end) known = { head: commit, stream, end: commit };
    },
  };
}
