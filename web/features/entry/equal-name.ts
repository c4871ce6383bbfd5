import { comparedName } from '#domain/names.ts';

/** Rows found by their names, as people compare them. */

interface Named {
  readonly name: string;
}

/** A row never changes its name (a new row does), so each is worked out once: lists of thousands are asked per key. */
const known = new WeakMap<Named, string>();

function plainNameOf(row: Named): string {
  const held = known.get(row);
  if (held !== undefined) return held;
  const name = plainName(row.name);
  known.set(row, name);
  return name;
}

/** The first row of that name. */
export function equalName<Row extends Named>(rows: Iterable<Row>, text: string): Row | undefined {
  const sought = plainName(text);
  if (sought === '') return undefined;
  for (const row of rows) if (plainNameOf(row) === sought) return row;
  return undefined;
}

/** The rows whose name contains what is searched for. */
export function namedLike<Row extends Named>(rows: readonly Row[], text: string): readonly Row[] {
  const sought = plainName(text);
  return sought === '' ? rows : rows.filter((row) => plainNameOf(row).includes(sought));
}

export const plainName = comparedName;
