import { createHash, randomBytes } from 'node:crypto';

/** The proof that an event's data were never changed, stored in its metadata. */
export interface EventHash {
  readonly salt: Buffer;
  /** SHA-256(salt, data as UTF-8). */
  readonly digest: Buffer;
}

/** The metadata of an event in EventStoreDB beyond that of the product. */
export interface StoredMeta {
  readonly meta: Record<string, unknown>;
  /** The hash of the event; undefined where the writer stored none. */
  readonly hash: EventHash | undefined;
  /** Tells whether the event is the last one of its append; undefined where the writer did not record it. */
  readonly isLast: boolean | undefined;
}

/** An event on the server, ours or not. `commit` is its position in the whole log: a byte offset. */
export interface ServerEvent extends StoredMeta {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly commit: bigint;
}

/** Fields of ours never begin with a dollar sign. */
const HASH_FIELD = '$seal';
const IS_LAST_FIELD = '$last';
const SALT_BYTES = 16;

/**
 * The metadata to send: text of `meta` and of `data` as input, one object as output. A subscription delivers the events
 * of one append one by one: each says whether it is the last, which otherwise only the server would know.
 */
export function storedMeta(meta: string, data: string, isLast: boolean): Record<string, unknown> {
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(data).digest();
  const hash = { salt: salt.toString('base64'), digest: digest.toString('base64') };
  return { ...(JSON.parse(meta) as Record<string, unknown>), [HASH_FIELD]: hash, [IS_LAST_FIELD]: isLast };
}

/** Parses the result of `storedMeta`. */
export function parseStoredMeta(metadata: unknown): StoredMeta {
  const { [HASH_FIELD]: hash, [IS_LAST_FIELD]: isLast, ...meta } = (metadata ?? {}) as Record<string, unknown>;
  const { salt, digest } = (hash ?? {}) as Partial<Record<keyof EventHash, unknown>>;
  const isHash = typeof salt === 'string' && typeof digest === 'string';
  return {
    meta,
    hash: isHash ? { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') } : undefined,
    isLast: typeof isLast === 'boolean' ? isLast : undefined,
  };
}
