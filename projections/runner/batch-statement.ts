import { announcementText } from './announcement.ts';
import type { StreamChange } from '#read-model/position-waiter.ts';
import type { Table } from '#read-model/tables.ts';
import type { TableChange } from './table-changes.ts';

/** Separates the rows of a column that is sent as one text. JSON text never contains this character. */
const SEPARATOR = '\u001f';

export interface CheckpointMove {
  readonly from: string | null;
  readonly to: string | null;
  /** The number that whoever else changes rows raises, so that the leading projector starts over. */
  readonly generation: number;
  /**
   * The changes that the notification names; null for too many to name. Without a new position there is no
   * notification.
   */
  readonly changes?: readonly StreamChange[] | null;
}

export interface Statement {
  /** The name, which batches that touch the same tables share, so that the database reuses the prepared plan. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/**
 * The channel on which a read model in `schema` announces its progress, see `Announcement`; an empty notification says
 * that the whole read model has been replaced.
 */
export const notificationChannelOf = (schema: string): string => `${schema}_model`;

/**
 * Writes a batch as one statement, hence one transaction and one round trip. The checkpoint moves only from the
 * position where this projector left it, and all other changes are joined with that move: if another process has moved
 * it, nothing is written and no row is returned. Each column is sent as one text, which costs both sides less than an
 * array literal with its escapes.
 */
export function batchStatement(schema: string, move: CheckpointMove, changes: readonly TableChange[]): Statement {
  const nonEmpty = changes.filter((change) => change.rows.length > 0);
  const { from, to, generation } = move;
  const announcement = to === null ? null : announcementText({ position: to, changes: move.changes ?? null });
  const values: (string | number | null)[] = [from, to, generation, announcement];
  const parts = nonEmpty.map(({ table, action, rows }) => {
    const columns = sentColumns(table, action);
    const firstParameter = values.length + 1;
    columns.forEach((_, i) => values.push(columnText(rows, i)));
    return { table, action, columns, rows: rowsFromTextsSql(columns, firstParameter) };
  });
  const name = `${schema}_batch_${changes.map((change) => (change.rows.length > 0 ? 1 : 0)).join('')}`;
  const text = `with advanced_checkpoint as (
      update ${schema}.checkpoint set position = $2
       where position is not distinct from $1 and generation = $3 returning position)
    ${parts.map((part, i) => `, part_${i} as (${partSql(schema, part)})`).join('\n')}
    select case when $4::text is not null then pg_notify('${notificationChannelOf(schema)}', $4) end from advanced_checkpoint`;
  return { name, text, values };
}

/**
 * Writes the statement that inserts rows into empty tables without keys, so a row that is sent twice is not detected;
 * undefined when there are no rows.
 */
export function insertStatement(schema: string, changes: readonly TableChange[]): Statement | undefined {
  const upserts = changes.filter(({ action, rows }) => action === 'upsert' && rows.length > 0);
  if (upserts.length === 0) return undefined;
  const values: string[] = [];
  const parts = upserts.map(({ table: { name, columns }, rows }, part) => {
    const firstParameter = values.length + 1;
    columns.forEach((_, i) => values.push(columnText(rows, i)));
    return `part_${part} as (insert into ${schema}.${name} select * from ${rowsFromTextsSql(columns, firstParameter)})`;
  });
  const name = `${schema}_insert_${changes.map((change) => (upserts.includes(change) ? 1 : 0)).join('')}`;
  return { name, text: `with ${parts.join(', ')} select 1`, values };
}

const columnText = (rows: TableChange['rows'], column: number): string => joinCells(rows.map((row) => row[column]));

function sentColumns({ columns, keyCount }: Table, action: TableChange['action']): Table['columns'] {
  if (action === 'upsert') return columns;
  return columns.slice(0, action === 'delete_by_first_key' ? 1 : keyCount);
}

/** Joins the cells of a column into one text. No value is an empty text, so an empty text can stand for null. */
export const joinCells = (cells: readonly (string | number | bigint | boolean | null | undefined)[]): string =>
  cells.map((cell) => String(cell ?? '')).join(SEPARATOR);

/**
 * The SQL that makes rows of the texts of columns, the parameters from `firstParameter` on. The text of a column of
 * nothing but nulls has fewer elements, and unnest fills it up.
 */
export const rowsFromTextsSql = (columns: Table['columns'], firstParameter: number): string =>
  `unnest(${columns.map(({ type }, i) => `string_to_array($${firstParameter + i}, chr(31), '')::${type}[]`).join(', ')})
    as sent(${columns.map(({ name }) => name).join(', ')})`;

interface StatementPart {
  readonly table: Table;
  readonly action: TableChange['action'];
  readonly columns: Table['columns'];
  /** The sent rows as a table of these columns. */
  readonly rows: string;
}

function partSql(schema: string, { table, action, columns, rows }: StatementPart): string {
  const names = columns.map(({ name }) => name);
  const target = `${schema}.${table.name}`;
  if (action !== 'upsert')
    return `delete from ${target} stored using advanced_checkpoint, ${rows}
             where ${names.map((key) => `stored.${key} = sent.${key}`).join(' and ')}`;
  return `insert into ${target} (${names.join(', ')}) select sent.* from advanced_checkpoint, ${rows}
          on conflict (${names.slice(0, table.keyCount).join(', ')}) do update
            set ${names
              .slice(table.keyCount)
              .map((name) => `${name} = excluded.${name}`)
              .join(', ')}`;
}
