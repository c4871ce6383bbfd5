import { createHash, hash } from 'node:crypto';
import type { HashedEvent } from '#eventstore/port.ts';

/**
 * The part of an entry that its hash covers: everything but the content, which may be erased and is represented by
 * `digest`.
 */
export type HashInput = Pick<HashedEvent, 'position' | 'id' | 'stream' | 'type' | 'meta' | 'digest'>;

/** The hash before the first entry. */
export const GENESIS_HASH = Buffer.alloc(0);

/**
 * SHA-256 over the previous hash and the entry, each part after its length (four bytes, big-endian), so that nothing
 * can be moved from one part to the next. Changing, removing, adding or swapping an entry therefore changes every later
 * hash.
 */
export function entryHash(previous: Buffer, { position, id, stream, type, meta, digest }: HashInput): Buffer {
  const parts = [previous, ...[position, id, stream, type, meta].map((text) => Buffer.from(text)), digest];
  return hash('sha256', Buffer.concat(parts.flatMap((part) => [lengthBytes(part), part])), 'buffer');
}

function lengthBytes(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}

/** Tells whether the digest was made from this content. */
export const matchesDigest = (
  digest: Buffer,
  { salt, data }: { readonly salt: Buffer; readonly data: string },
): boolean => createHash('sha256').update(salt).update(data).digest().equals(digest);
