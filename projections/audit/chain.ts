import { createHash } from 'node:crypto';
import type { HashedEvent } from '#eventstore/hashed-event.ts';

/** What an entry's hash covers: everything but the content, which `digest` stands for and which may be erased. */
export type Hashed = Pick<HashedEvent, 'position' | 'id' | 'stream' | 'type' | 'meta' | 'digest'>;

/** Before the first entry. */
export const NO_HASH = Buffer.alloc(0);

/**
 * SHA-256 over the hash before and the entry, each part behind its length (four bytes, big-endian), so that nothing can
 * be moved from one part to the next. Whoever changes, removes, adds or swaps entries has to make every later hash anew.
 */
export function hashOf(previous: Buffer, { position, id, stream, type, meta, digest }: Hashed): Buffer {
  const hash = createHash('sha256');
  for (const part of [previous, ...[position, id, stream, type, meta].map((text) => Buffer.from(text)), digest]) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hash.update(length).update(part);
  }
  return hash.digest();
}

/** Is this the content that the digest was made of? */
export const isSealedBy = (digest: Buffer, { salt, data }: { readonly salt: Buffer; readonly data: string }): boolean =>
  createHash('sha256').update(salt).update(data).digest().equals(digest);
