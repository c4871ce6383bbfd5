import { MIGRATED_SCHEMAS } from '#migrations/catalog.ts';
import type pg from 'pg';

/**
 * Everything that cannot be made again from something else; `log` is empty where the events are in EventStoreDB. The read
 * model comes from the log, counts of limits from nowhere.
 */
const SCHEMAS = MIGRATED_SCHEMAS.filter((schema) => schema !== 'limits');

export const BACKUP_FORMAT = 1;
export const ROWS_AT_ONCE = 1_000;

export interface BackedUp {
  readonly tables: number;
  readonly rows: number;
}

/**
 * A line of the file that begins with `#`: its first, that of a table before the table's rows, and its last. Every other
 * line is a row, as JSON.
 */
export type Mark =
  /** `migration`: the last that its database had; none where migrations were not numbered yet. */
  | { readonly backup: number; readonly at: string; readonly migration?: string | undefined }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly end: BackedUp };

export interface BackupPlace {
  /** As the owner. */
  readonly connectionString: string;
  readonly file: string;
}

export interface TableShape {
  /** With its schema. */
  readonly name: string;
  readonly columns: readonly string[];
}

export async function primaryTables(client: pg.Client): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select format('%I.%I', table_schema, table_name) as name,
            array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = any($1) and table_type = 'BASE TABLE' group by 1 order by 1`,
    [SCHEMAS],
  );
  return rows;
}
