import { MIGRATED_SCHEMAS } from '#migrations/catalog.ts';
import type pg from 'pg';

/**
 * Schemas with data that cannot be derived; `log` is empty where the events are in EventStoreDB. The read model can be
 * rebuilt from the log, and the counts of limits are not worth keeping.
 */
const SCHEMAS = MIGRATED_SCHEMAS.filter((schema) => schema !== 'limits');

export const BACKUP_FORMAT = 1;
export const BATCH_ROWS = 1_000;

export interface BackupCount {
  readonly tables: number;
  readonly rows: number;
}

/**
 * A line of the file that begins with `#`: its first line, the line before the rows of a table, and its last line.
 * Every other line is a row, as JSON.
 */
export type MarkerLine =
  /** `migration`: the last migration of the database; undefined where migrations were not numbered yet. */
  | { readonly backup: number; readonly at: string; readonly migration?: string | undefined }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly end: BackupCount };

export interface BackupOptions {
  /** The connection of the owner role. */
  readonly connectionString: string;
  readonly file: string;
}

export interface TableShape {
  /** The name of the table with its schema. */
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
