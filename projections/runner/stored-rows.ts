import type { ClientBase } from 'pg';
import type { Cell, Table } from './tables.ts';

/** First keys (businesses, accounts) that have rows in any of the tables. */
export async function storedIds(client: ClientBase, schema: string, tables: readonly Table[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    tables.map(({ name, columns }) => `select ${columns[0]?.name} as id from ${schema}.${name}`).join(' union '),
  );
  return rows.map(({ id }) => id);
}

/** All rows of these businesses or accounts, every cell as text. */
export async function storedRows(
  client: ClientBase,
  schema: string,
  { table: { name, columns }, ids }: { readonly table: Table; readonly ids: readonly string[] },
): Promise<readonly (readonly Cell[])[]> {
  const { rows } = await client.query<Cell[]>({
    text: `select ${columns.map((column) => `${column.name}::text`).join(', ')} from ${schema}.${name}
            where ${columns[0]?.name} = any($1::uuid[])`,
    values: [ids],
    rowMode: 'array',
  });
  return rows;
}
