import { STREAM_PREFIXES } from '#domain/streams.ts';
import type { Credentials } from './address.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { type FoundEvent, readBackwards } from './reading.ts';

export interface LogEnd {
  /** Of the last event of ours; undefined: there is none. */
  readonly head: bigint | undefined;
  /** Of the last event of anybody: it never gets less, whatever a scavenge removes. */
  readonly end: bigint | undefined;
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
 * Where the log ends. The client cannot filter reads, so we page backwards past what others have written; what has been
 * looked through once is not looked through again.
 */
export function createHeadReader(
  connection: ReconnectingClient,
  credentials: Credentials,
  isErased: (stream: string) => boolean,
): () => Promise<LogEnd> {
  let known: LastKnownEnd = NOTHING;

  async function findHead(floor: LastKnownEnd): Promise<LastKnownEnd> {
    let end: bigint | undefined;
    let before: bigint | undefined;
    for (let count = FIRST_PAGE; ; count = PAGE) {
      const page = await connection.call((client, signal) =>
        readBackwards({ client, credentials, signal }, { before, count }),
      );
      end ??= page[0]?.commit;
      for (const event of page) {
        if (floor.end !== undefined && event.commit <= floor.end) return { ...floor, end };
        if (isOurs(event)) return { head: event.commit, stream: event.stream, end };
      }
      if (page.length < count) return { ...floor, end };
      before = page.at(-1)?.commit;
    }
  }

  return async () => {
    // A scavenge may have removed it: then everything is looked through once more.
    if (known.stream !== undefined && isErased(known.stream)) known = NOTHING;
    const found = await findHead(known);
    if (found.end !== undefined && (known.end === undefined || found.end > known.end)) known = found;
    return found;
  };
}
