import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Cell, TableChange } from './table-changes.ts';
import { type Table, TABLES } from '#read-model/tables.ts';
import type { Difference } from './verify.ts';

/** Tables whose rows are compared by digests; the table of parked streams is nearly always empty. */
export const DIGESTED_TABLES: readonly Table[] = Object.values(TABLES).filter((table) => table !== TABLES.parked);

/**
 * The table of the digests of the expected rows of each business or account, with one column for each table. They are
 * stored in the database, so that they take no memory.
 */
const EXPECTED_DIGEST_TABLE: Table = {
  name: 'expected_digest',
  columns: [{ name: 'key', type: 'uuid' }, ...DIGESTED_TABLES.map(({ name }) => ({ name, type: 'text' }))],
  keyCount: 1,
};

export const createDigestsSql = (schema: string): string =>
  `create unlogged table ${schema}.${EXPECTED_DIGEST_TABLE.name} (${EXPECTED_DIGEST_TABLE.columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;

export const dropDigestsSql = (schema: string): string => `drop table ${schema}.${EXPECTED_DIGEST_TABLE.name}`;

/** Separators of cells and of rows. Neither occurs in a cell; null counts as an empty text, which no cell is. */
const [CELL_SEPARATOR, ROW_SEPARATOR] = ['\u001f', '\u001e'];

/**
 * Computes the digests of these rows, as a change to be written. All rows of one business or account in a table must be
 * adjacent.
 */
export function expectedDigestsOf(changes: readonly TableChange[]): TableChange {
  const digests = new Map<Cell, Cell[]>();
  for (const { table, rows } of changes) {
    const column = 1 + DIGESTED_TABLES.indexOf(table);
    if (column === 0) continue;
    for (let from = 0, to = 0; from < rows.length; from = to) {
      const key = rows[from]?.[0] ?? null;
      while (to < rows.length && rows[to]?.[0] === key) to += 1;
      const row = digests.get(key) ?? [key, ...DIGESTED_TABLES.map(() => null)];
      row[column] = digestOfRows(rows.slice(from, to));
      digests.set(key, row);
    }
  }
  return { table: EXPECTED_DIGEST_TABLE, action: 'upsert', rows: [...digests.values()] };
}

const digestOfRows = (rows: readonly (readonly Cell[])[]): string =>
  createHash('sha256').update(rows.map(rowText).toSorted().join(ROW_SEPARATOR)).digest('hex');

const rowText = (row: readonly Cell[]): string => row.map((cell) => String(cell ?? '')).join(CELL_SEPARATOR);

/** The maximum number of reported differences; more would not help an operator. */
const MAX_DIFFERENCES = 1_000;

/**
 * Finds businesses and accounts whose rows in a table of the schema `actual` differ from the digests in the schema
 * `expected`: missing, changed or surplus. The database reads all rows; the reported values are digests.
 */
export async function findDigestDifferences(
  client: ClientBase,
  { name, columns }: Table,
  { expected: expectedSchema, actual: actualSchema }: { readonly expected: string; readonly actual: string },
): Promise<readonly Difference[]> {
  const cells = columns.map((column) => `coalesce(${column.name}::text, '')`).join(', ');
  const { rows } = await client.query<Difference>(
    `select $1::text as table, key::text, expected.digest as expected, actual.digest as actual
       from (select key, ${name} as digest from ${expectedSchema}.${EXPECTED_DIGEST_TABLE.name} where ${name} is not null) expected
       full join (
         select key, encode(sha256(convert_to(string_agg(row, chr(30) order by row), 'UTF8')), 'hex') as digest
           from (select ${columns[0]?.name} as key, concat_ws(chr(31), ${cells}) collate "C" as row from ${actualSchema}.${name}) rows
          group by key) actual using (key)
      where expected.digest is distinct from actual.digest
      limit ${MAX_DIFFERENCES}`,
    [name],
  );
  return rows;
}
