/** Two names that a person would take for the same: case, accents and outer space do not count. */
export function equalName<Row extends { readonly name: string }>(rows: Iterable<Row>, text: string): Row | undefined {
  const sought = plain(text);
  if (sought === '') return undefined;
  for (const row of rows) if (plain(row.name) === sought) return row;
  return undefined;
}

/** Does `name` contain what is searched for? */
export const nameContains = (name: string, text: string): boolean => plain(name).includes(plain(text));

const plain = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
