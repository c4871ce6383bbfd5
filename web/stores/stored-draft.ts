import * as v from 'valibot';
import { versionedText, parseVersioned } from './versioned-text.ts';

/** A store for a draft until the next load of its page. */
export interface StoredDraft<Draft> {
  read(): Draft | undefined;
  /** Undefined removes the draft. */
  write(draft: Draft | undefined): void;
}

interface StoredDraftOptions<Schema> {
  readonly storage: () => Storage;
  /** The key with `PERSONAL_PREFIX` and the account: cleared when signing out, and never shown to another account. */
  readonly key: string;
  /** The version, raised with every change of the schema. */
  readonly shape: number;
  readonly schema: Schema;
}

/** A store that drops data of another shape. With a blocked storage the draft lasts as long as its page. */
export function createDraftStore<Schema extends v.GenericSchema>(
  options: StoredDraftOptions<Schema>,
): StoredDraft<v.InferOutput<Schema>> {
  const { storage, key, shape, schema } = options;
  return {
    read() {
      try {
        const parsed = v.safeParse(schema, parseVersioned(shape, storage().getItem(key)));
        return parsed.success ? parsed.output : undefined;
      } catch {
        return undefined;
      }
    },
    write(draft) {
      try {
        if (draft === undefined) storage().removeItem(key);
        else storage().setItem(key, versionedText(shape, draft));
      } catch {
        // The storage is full or blocked, and the draft stays in memory.
      }
    },
  };
}
