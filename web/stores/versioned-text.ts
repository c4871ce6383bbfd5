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
