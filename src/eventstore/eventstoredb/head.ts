import { STREAM_PREFIXES } from '#domain/streams.ts';
import type { Credentials } from './address.ts';
import type { Link } from './link.ts';
import { type FoundEvent, readBackwards } from './reading.ts';

export interface LogEnd {
  /** Of the last event of ours; undefined: there is none. */
  readonly head: bigint | undefined;
  /** Of the last event of anybody: it never gets less, whatever a scavenge removes. */
  readonly end: bigint | undefined;
}

const FIRST_PAGE = 16;
const PAGE = 512;

/** Tombstones, metadata and the like stand in streams too. */
export const isOurs = ({ stream, type }: Pick<FoundEvent, 'stream' | 'type'>): boolean =>
  !type.startsWith('$') && STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));

/**
 * Where the log ends. The client cannot filter reads, so we page backwards past what others have written; what has been
 * looked through once is not looked through again.
 */
export function createHeadReader(link: Link, credentials: Credentials): () => Promise<LogEnd> {
  let known: LogEnd = { head: undefined, end: undefined };

  async function findHead(floor: LogEnd): Promise<LogEnd> {
    let end: bigint | undefined;
    let before: bigint | undefined;
    for (let count = FIRST_PAGE; ; count = PAGE) {
      const page = await link.call((client, signal) =>
        readBackwards({ client, credentials, signal }, { before, count }),
      );
      end ??= page[0]?.commit;
      for (const event of page) {
        if (floor.end !== undefined && event.commit <= floor.end) return { head: floor.head, end };
        if (isOurs(event)) return { head: event.commit, end };
      }
      if (page.length < count) return { head: floor.head, end };
      before = page.at(-1)?.commit;
    }
  }

  return async () => {
    const found = await findHead(known);
    if (found.end !== undefined && (known.end === undefined || found.end > known.end)) known = found;
    return found;
  };
}
