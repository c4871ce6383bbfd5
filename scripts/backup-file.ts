import { MIGRATED_SCHEMAS } from '#migrations/catalog.ts';
import type pg from 'pg';

/**
 * The schemas of a backup. The read model is not among them because it is rebuilt from the event log, nor are the
 * counters of limits because they expire. `log` is empty if the events are in EventStoreDB.
 */
const SCHEMAS = MIGRATED_SCHEMAS.filter((schema) => schema !== 'limits');

export const BACKUP_FORMAT = 1;
export const BATCH_ROWS = 1_000;

export interface BackupCount {
  readonly tables: number;
  readonly rows: number;
}

/**
 * A line that begins with `#`: the first line of the file, the line before the rows of a table, and the last line.
 * Every other line is a row as JSON.
 */
export type MarkerLine =
  /** `migration` is the last migration of the database; it is undefined in backups older than numbered migrations. */
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

/** The tables of a backup, in the order of their names. */
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
