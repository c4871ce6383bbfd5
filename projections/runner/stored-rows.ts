import type { ClientBase } from 'pg';
import type { Cell } from './table-changes.ts';
import type { Table } from '#read-model/tables.ts';

/** Businesses and accounts whose rows have been compared, and the others that have rows. */
export interface ComparedIds {
  add(ids: readonly string[]): Promise<void>;
  /** First keys (businesses, accounts) with rows in any of the tables that have not been added, in pages. */
  others(schema: string, tables: readonly Table[]): AsyncIterable<readonly string[]>;
}

const PAGE = 200;

/** They lie in the database, for as long as the connection lives: in memory there is one page of them. */
export async function createComparedIds(client: ClientBase): Promise<ComparedIds> {
  await client.query('create temp table compared (id uuid)');
  return {
    async add(ids) {
      await client.query('insert into compared select unnest($1::uuid[])', [ids]);
    },
    async *others(schema, tables) {
      const stored = tables.map(({ name, columns }) => `select ${columns[0]?.name} as id from ${schema}.${name}`);
      await client.query(`declare others no scroll cursor for
        select id from (${stored.join(' union ')}) stored where not exists (select from compared c where c.id = stored.id)`);
      for (;;) {
        const { rows } = await client.query<{ id: string }>(`fetch ${PAGE} from others`);
        if (rows.length === 0) break;
        yield rows.map(({ id }) => id);
      }
      await client.query('close others');
    },
  };
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
