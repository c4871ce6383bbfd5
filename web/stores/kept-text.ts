/**
 * What this browser keeps between two loads of the program carries the number of its shape: what another version has
 * kept is dropped, not taken for what it is not.
 */
interface VersionedValue {
  readonly shape: number;
  readonly value: unknown;
}

type Replacer = (key: string, value: unknown) => unknown;

export const keptText = (shape: number, value: unknown, replacer?: Replacer): string =>
  JSON.stringify({ shape, value } satisfies VersionedValue, replacer);

/** Undefined where there is none, or one of another shape. @throws SyntaxError what is no JSON */
export function keptValue(shape: number, text: string | null, reviver?: Replacer): unknown {
  const kept = JSON.parse(text ?? 'null', reviver) as Partial<VersionedValue> | null;
  return typeof kept === 'object' && kept?.shape === shape ? kept.value : undefined;
}
