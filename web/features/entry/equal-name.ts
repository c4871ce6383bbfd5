import { normalizeName } from '#domain/names.ts';

/** A row with a name. */

interface Named {
  readonly name: string;
}

/**
 * A row's name never changes (a change makes a new row), so each comparable name is computed once: long lists compare
 * at every key press.
 */
const known = new WeakMap<Named, string>();

function plainNameOf(row: Named): string {
  const held = known.get(row);
  if (held !== undefined) return held;
  const name = plainName(row.name);
  known.set(row, name);
  return name;
}

/** The first row with an equal name. */
export function equalName<Row extends Named>(rows: Iterable<Row>, text: string): Row | undefined {
  const sought = plainName(text);
  if (sought === '') return undefined;
  for (const row of rows) if (plainNameOf(row) === sought) return row;
  return undefined;
}

/** The rows whose names contain the search text. */
export function namedLike<Row extends Named>(rows: readonly Row[], text: string): readonly Row[] {
  const sought = plainName(text);
  return sought === '' ? rows : rows.filter((row) => plainNameOf(row).includes(sought));
}

export const plainName = normalizeName;
