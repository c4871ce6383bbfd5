import { normalizeName } from '#domain/names.ts';

interface NamedRow {
  readonly name: string;
}

/**
 * A row's name never changes (a change makes a new row), so each comparable name is computed once: long lists compare
 * at every key press.
 */
const normalizedNames = new WeakMap<NamedRow, string>();

function normalizedNameOf(row: NamedRow): string {
  const cached = normalizedNames.get(row);
  if (cached !== undefined) return cached;
  const name = normalizeName(row.name);
  normalizedNames.set(row, name);
  return name;
}

/** The first row with an equal name. */
export function findEqualName<Row extends NamedRow>(rows: Iterable<Row>, text: string): Row | undefined {
  const search = normalizeName(text);
  if (search === '') return undefined;
  for (const row of rows) if (normalizedNameOf(row) === search) return row;
  return undefined;
}

/** The rows whose names contain the search text. */
export function filterByName<Row extends NamedRow>(rows: readonly Row[], text: string): readonly Row[] {
  const search = normalizeName(text);
  return search === '' ? rows : rows.filter((row) => normalizedNameOf(row).includes(search));
}
