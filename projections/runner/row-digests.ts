import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Cell, Table, TableChange } from './tables.ts';

/** For each table, by its first key (a business, an account): what the rows there come to. */
export type RowDigests = ReadonlyMap<Table, ReadonlyMap<string, string>>;

/** Between cells and between rows. Neither is in any cell; null counts as an empty text, which no cell is. */
const [CELL, ROW] = ['\u001f', '\u001e'];

/**
 * Takes down what the rows of these tables come to while they are written.
 * @returns `add` needs all rows of one business or account in a table at once, side by side
 */
export function createRowDigests(tables: readonly Table[]): {
  readonly add: (changes: readonly TableChange[]) => void;
  readonly digests: RowDigests;
} {
  const digests = new Map(tables.map((table) => [table, new Map<string, string>()]));
  return {
    digests,
    add(changes) {
      for (const { table, rows } of changes) {
        const own = digests.get(table);
        for (let from = 0, to = 0; from < rows.length; from = to) {
          const key = rows[from]?.[0];
          while (to < rows.length && rows[to]?.[0] === key) to += 1;
          own?.set(String(key), digestOf(rows.slice(from, to)));
        }
      }
    },
  };
}

const digestOf = (rows: readonly (readonly Cell[])[]): string =>
  createHash('sha256').update(rows.map(rowText).toSorted().join(ROW)).digest('hex');

const rowText = (row: readonly Cell[]): string => row.map((cell) => String(cell ?? '')).join(CELL);

/** The same from the rows that are stored: the database reads all of them and sends what they come to. */
export async function storedDigests(
  client: ClientBase,
  schema: string,
  { name, columns }: Table,
): Promise<ReadonlyMap<string, string>> {
  const cells = columns.map((column) => `coalesce(${column.name}::text, '')`).join(', ');
  const { rows } = await client.query<{ key: string; digest: string }>(
    `select key::text, encode(sha256(convert_to(string_agg(row, chr(30) order by row), 'UTF8')), 'hex') as digest
       from (select ${columns[0]?.name} as key, concat_ws(chr(31), ${cells}) collate "C" as row from ${schema}.${name}) stored
      group by key`,
  );
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}
