/** Building blocks of the commands and events of all entities. */

export type Command<Type extends string, Data> = { readonly type: Type } & Readonly<Data>;

export type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

/**
 * All fields of an entity as commands and events carry them. A field that may be null may be left out, because events
 * older than the field lack it.
 */
export type WithoutNulls<Fields> = {
  readonly [Field in keyof Fields as null extends Fields[Field] ? never : Field]: Fields[Field];
} & {
  readonly [Field in keyof Fields as null extends Fields[Field] ? Field : never]?: Fields[Field] | undefined;
};

/** Fields as an event carries them: null fields are left out. */
export const withoutNulls = <Fields extends object>(fields: Fields): WithoutNulls<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as WithoutNulls<Fields>;

/**
 * The maximum size of a serialised event whose size depends on its content, so that both event stores keep it as one
 * record.
 */
export const MAX_EVENT_BYTES = 512 * 1024;

/** The length of a text in bytes of UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}

/** `version`: the version that the caller has seen; the command is refused if it is not the latest. */
export type VersionedId = { id: string; version?: number | undefined };

/** A change of some fields; fields that are left out stay as they are. */
export type Change<Fields> = VersionedId & { [Field in keyof Fields]?: Fields[Field] | undefined };

/**
 * A restored entity returns to its former position. `version` is one above that of its removal, and `sequence` its
 * former one.
 */
export type VersionAndSequence = { version: number; sequence: number };

/** The messages of a union by their type. */
export type ByType<Message extends { readonly type: string }> = {
  readonly [Type in Message['type']]: Extract<Message, { readonly type: Type }>;
};
