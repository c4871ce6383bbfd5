import * as v from 'valibot';
import { keptText, keptValue } from './kept-text.ts';

/** Where a draft waits in this browser for the next load of its page. */
export interface KeptDraft<Draft> {
  read(): Draft | undefined;
  /** Undefined: nothing is kept. */
  write(draft: Draft | undefined): void;
}

interface KeptDraftOptions<Schema> {
  readonly storage: () => Storage;
  /** Begins with `PERSONAL_PREFIX` and names the account: cleared at log-out, and never shown to another account. */
  readonly key: string;
  /** Grows with every change to the schema. */
  readonly shape: number;
  readonly schema: Schema;
}

/** A storage that is blocked or holds something else keeps nothing: the draft then lasts as long as its page. */
export function createKeptDraft<Schema extends v.GenericSchema>(
  options: KeptDraftOptions<Schema>,
): KeptDraft<v.InferOutput<Schema>> {
  const { storage, key, shape, schema } = options;
  return {
    read() {
      try {
        const kept = v.safeParse(schema, keptValue(shape, storage().getItem(key)));
        return kept.success ? kept.output : undefined;
      } catch {
        return undefined;
      }
    },
    write(draft) {
      try {
        if (draft === undefined) storage().removeItem(key);
        else storage().setItem(key, keptText(shape, draft));
      } catch {
        // A full or blocked storage is no reason to stop.
      }
    },
  };
}
