import { STREAM_PREFIXES } from '#domain/streams.ts';
import type { Credentials } from './address.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readBackwards, readOwnBackwards, SEARCH_TIMEOUT_MS } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

export interface LogEnd {
  /** Of the last event of ours; undefined: there is none. */
  readonly head: bigint | undefined;
  /** Of the last event of anybody: it never gets less, whatever a scavenge removes. */
  readonly end: bigint | undefined;
}

/** Where the log ends, for everybody in this process: the server is asked once for all who ask at the same time. */
export interface EndReader {
  /** Where it ends now: everything is in it that had been acknowledged before. @throws LogUnavailable */
  readonly now: () => Promise<LogEnd>;
  /** Where it ended at most so many milliseconds ago. @throws LogUnavailable */
  readonly recent: (milliseconds: number) => Promise<LogEnd>;
  /** An append of this process has been acknowledged. */
  readonly appended: (last: Pick<FoundEvent, 'stream' | 'commit'>) => void;
}

interface LastKnownEnd extends LogEnd {
  /** That of the head. */
  readonly stream: string | undefined;
}

const NOTHING: LastKnownEnd = { head: undefined, stream: undefined, end: undefined };
const FIRST_PAGE = 16;
const PAGE = 512;

/** Tombstones, metadata and the like stand in streams too. */
export const isOurs = ({ stream, type }: Pick<FoundEvent, 'stream' | 'type'>): boolean =>
  !type.startsWith('$') && STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));

/**
 * Where the log ends. The first look goes back past what others have written until it meets an event of ours, however
 * far that is; what has been looked through once is not looked through again.
 */
export function createEndReader(
  connection: ReconnectingClient,
  credentials: Credentials,
  isErased: (stream: string) => boolean,
): EndReader {
  let known: LastKnownEnd = NOTHING;
  let latest: { readonly found: LogEnd; readonly askedAt: number } | undefined;
  let underWay: Promise<LogEnd> | undefined;
  /** For those who have come since the one under way was begun. */
  let next: Promise<LogEnd> | undefined;

  const readPage = (before: bigint | undefined, count: number): Promise<FoundEvent[]> =>
    connection.call((client, signal) => readBackwards({ client, credentials, signal }, { before, count }));

  /** The last event of ours before a place, when nothing is known of what is there. The server looks for it. */
  async function search(from: bigint, end: bigint | undefined): Promise<LastKnownEnd> {
    for (let before = from; ;) {
      const page = await connection.call(
        (client, signal) =>
          readOwnBackwards({ client, credentials, signal }, { prefixes: STREAM_PREFIXES, before, count: FIRST_PAGE }),
        SEARCH_TIMEOUT_MS,
      );
      const found = page.find(isOurs);
      if (found) return { head: found.commit, stream: found.stream, end };
      if (page.length < FIRST_PAGE) return { ...NOTHING, end };
      before = page.at(-1)?.commit ?? before;
    }
  }

  async function findHead(floor: LastKnownEnd): Promise<LastKnownEnd> {
    let end: bigint | undefined;
    let before: bigint | undefined;
    for (let count = FIRST_PAGE; ; count = PAGE) {
      const page = await readPage(before, count);
      end ??= page[0]?.commit;
      for (const event of page) {
        if (floor.end !== undefined && event.commit <= floor.end) return { ...floor, end };
        if (isOurs(event)) return { head: event.commit, stream: event.stream, end };
      }
      before = page.at(-1)?.commit;
      if (page.length < count || before === undefined) return { ...floor, end };
      if (floor.end === undefined) return search(before, end);
    }
  }

  async function look(): Promise<LogEnd> {
    const askedAt = performance.now();
    // A scavenge may have removed it: then everything is looked through once more.
    if (known.stream !== undefined && isErased(known.stream)) known = NOTHING;
    const found = await findHead(known);
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
      return underWay ?? now(); // one that is under way has only just begun
    },
    appended({ stream, commit }) {
      if (known.end === undefined || commit > known.end) known = { head: commit, stream, end: commit };
    },
  };
}
