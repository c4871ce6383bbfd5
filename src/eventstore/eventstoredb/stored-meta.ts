import { createHash, randomBytes } from 'node:crypto';

/** What proves that an event's data were never changed: kept in its metadata, beside what is ours. */
export interface EventHash {
  readonly salt: Buffer;
  /** SHA-256(salt, data as UTF-8). */
  readonly digest: Buffer;
}

/** What an event's metadata say in EventStoreDB beside what the product said. */
export interface StoredMeta {
  readonly meta: Record<string, unknown>;
  /** undefined: whoever wrote the event knew of none. */
  readonly hash: EventHash | undefined;
  /** Whether the event is the last one of its append; undefined: whoever wrote it did not say. */
  readonly isLast: boolean | undefined;
}

/** An event as the server has it, ours or not. `commit` is its place in the whole log: a byte offset. */
export interface FoundEvent extends StoredMeta {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly commit: bigint;
}

/** No name of ours begins so. */
const HASH = '$seal';
const IS_LAST = '$last';
const SALT_BYTES = 16;

/**
 * The metadata as they are sent: text of `meta` and of `data` in, one object out. A subscription gets the events of one
 * append one by one: each says whether more of it will come, which else only the server could be asked.
 */
export function storedMeta(meta: string, data: string, isLast: boolean): Record<string, unknown> {
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(data).digest();
  const hash = { salt: salt.toString('base64'), digest: digest.toString('base64') };
  return { ...(JSON.parse(meta) as Record<string, unknown>), [HASH]: hash, [IS_LAST]: isLast };
}

/** Takes apart what `storedMeta` has put together. */
export function metaIn(found: unknown): StoredMeta {
  const { [HASH]: hash, [IS_LAST]: isLast, ...meta } = (found ?? {}) as Record<string, unknown>;
  const { salt, digest } = (hash ?? {}) as Partial<Record<keyof EventHash, unknown>>;
  const isHash = typeof salt === 'string' && typeof digest === 'string';
  return {
    meta,
    hash: isHash ? { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') } : undefined,
    isLast: typeof isLast === 'boolean' ? isLast : undefined,
  };
}
