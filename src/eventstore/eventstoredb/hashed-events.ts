import { createHash } from 'node:crypto';
import { type HashedEvent, type AuditableLog, formatPosition, parseLargePosition } from '../port.ts';
import type { Erasures } from './erasures.ts';
import { isOurs } from './head.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readOwnForwards, SEARCH_TIMEOUT_MS } from './reading.ts';
import type { ServerEvent } from './stored-meta.ts';

interface Options {
  readonly logId: string;
  readonly connection: ReconnectingClient;
  readonly erasures: Erasures;
}

const PAGE_SIZE = 512;
const NO_SALT = Buffer.alloc(0);

/** Reads events with their hashes, page by page, without events of other programs. */
export function createHashedReader({ logId, connection, erasures }: Options): AuditableLog['readHashedEvents'] {
  function hashedEvent({ stream, revision, id, type, meta, data, hash, commit }: ServerEvent): HashedEvent {
    const text = JSON.stringify(data);
    const { salt, digest } = hash ?? { salt: NO_SALT, digest: createHash('sha256').update(text).digest() };
    const isErased = erasures.has(stream);
    return {
      position: formatPosition(logId, commit),
      stream,
      revision,
      id,
      type,
      meta: JSON.stringify(meta),
      data: isErased ? null : text,
      salt: isErased ? null : salt,
      digest,
    };
  }

  return async (after, limit) => {
    await erasures.refresh();
    const last = after === null ? undefined : parseLargePosition(logId, after);
    const ownEvents: ServerEvent[] = [];
    for (let from = last; ;) {
      const page = await connection.call(
        (caller) => readOwnForwards(caller, { after: from, count: PAGE_SIZE }),
        SEARCH_TIMEOUT_MS,
      );
      ownEvents.push(...page.filter(isOurs));
      if (page.length < PAGE_SIZE || ownEvents.length >= limit) return ownEvents.slice(0, limit).map(hashedEvent);
      from = page.at(-1)?.commit ?? from;
    }
  };
}
