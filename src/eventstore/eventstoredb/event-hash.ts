import { createHash, randomBytes } from 'node:crypto';

/** What proves that an event's data were never changed: kept in its metadata, beside what is ours. */
export interface EventHash {
  readonly salt: Buffer;
  /** SHA-256(salt, data as UTF-8). */
  readonly digest: Buffer;
}

/** No name of ours begins so. */
const FIELD = '$seal';
const SALT_BYTES = 16;

/** The metadata as it is sent: text of `meta` and of `data` in, one object out. */
export function hashedMeta(meta: string, data: string): Record<string, unknown> {
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(data).digest();
  const hash = { salt: salt.toString('base64'), digest: digest.toString('base64') };
  return { ...(JSON.parse(meta) as Record<string, unknown>), [FIELD]: hash };
}

/** The metadata as it was given, and the hash; undefined: whoever wrote the event knew of none. */
export function withoutHash(found: unknown): {
  readonly meta: Record<string, unknown>;
  readonly hash: EventHash | undefined;
} {
  const { [FIELD]: hash, ...meta } = (found ?? {}) as Record<string, unknown>;
  const { salt, digest } = (hash ?? {}) as Partial<Record<keyof EventHash, unknown>>;
  const isHash = typeof salt === 'string' && typeof digest === 'string';
  return {
    meta,
    hash: isHash ? { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') } : undefined,
  };
}
