import * as v from 'valibot';
import { PERSONAL_PREFIX } from './local-markers.ts';

/** A stored value carries the version of its shape: a value of another version is dropped rather than misread. */
interface VersionedValue {
  readonly shape: number;
  readonly value: unknown;
}

type Replacer = (key: string, value: unknown) => unknown;

export const versionedText = (shape: number, value: unknown, replacer?: Replacer): string =>
  JSON.stringify({ shape, value } satisfies VersionedValue, replacer);

/** The value; undefined if there is none or it has another version. @throws SyntaxError if the text is not JSON */
export function parseVersioned(shape: number, text: string | null, reviver?: Replacer): unknown {
  const stored = JSON.parse(text ?? 'null', reviver) as Partial<VersionedValue> | null;
  return typeof stored === 'object' && stored?.shape === shape ? stored.value : undefined;
}

/** A value in the browser's storage: a draft until the next load of its page, or a dismissed notice. */
export interface StoredValue<Draft> {
  read(): Draft | undefined;
  /** Stores the value, or removes it where it is undefined. */
  write(draft: Draft | undefined): void;
}

interface StoredValueOptions<Schema> {
  /** The local storage by default. */
  readonly storage?: () => Storage;
  readonly name: string;
  /**
   * The id of the account: the value is cleared when signing out, and never shown to another account. Null for a value
   * of the device, which stays.
   */
  readonly account: string | null;
  /** The version, raised with every change of the schema. */
  readonly formatVersion: number;
  readonly schema: Schema;
}

/** Ignores a stored value of another format. With a blocked storage the value lasts as long as its page. */
export function createStoredValue<Schema extends v.GenericSchema>(
  options: StoredValueOptions<Schema>,
): StoredValue<v.InferOutput<Schema>> {
  const { storage = () => localStorage, name, account, formatVersion, schema } = options;
  const key = account === null ? `prumo.device.${name}` : `${PERSONAL_PREFIX}${name}.${account}`;
  return {
    read() {
      try {
        const parsed = v.safeParse(schema, parseVersioned(formatVersion, storage().getItem(key)));
        return parsed.success ? parsed.output : undefined;
      } catch {
        return undefined;
      }
    },
    write(draft) {
      try {
        if (draft === undefined) storage().removeItem(key);
        else storage().setItem(key, versionedText(formatVersion, draft));
      } catch {
        // The storage is full or blocked, and the draft stays in memory.
      }
    },
  };
}
