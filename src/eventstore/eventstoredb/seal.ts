import { createHash, randomBytes } from 'node:crypto';

/** What proves that an event's data were never changed: kept in its metadata, beside what is ours. */
export interface Seal {
  readonly salt: Buffer;
  /** SHA-256(salt, data as UTF-8). */
  readonly digest: Buffer;
}

/** No name of ours begins so. */
const FIELD = '$seal';
const SALT_BYTES = 16;

/** The metadata as it is sent: text of `meta` and of `data` in, one object out. */
export function sealedMeta(meta: string, data: string): Record<string, unknown> {
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(data).digest();
  const seal = { salt: salt.toString('base64'), digest: digest.toString('base64') };
  return { ...(JSON.parse(meta) as Record<string, unknown>), [FIELD]: seal };
}

/** The metadata as it was given, and the seal; undefined: whoever wrote the event knew of none. */
export function unsealed(found: unknown): { readonly meta: Record<string, unknown>; readonly seal: Seal | undefined } {
  const { [FIELD]: seal, ...meta } = (found ?? {}) as Record<string, unknown>;
  const { salt, digest } = (seal ?? {}) as Partial<Record<keyof Seal, unknown>>;
  const isSeal = typeof salt === 'string' && typeof digest === 'string';
  return {
    meta,
    seal: isSeal ? { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') } : undefined,
  };
}
