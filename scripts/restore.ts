import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { BASELINE, migrationNames } from '#migrations/migration.ts';
import { migratePrimaryData } from '#migrations/primary-data.ts';
import type pg from 'pg';
import {
  BACKUP_FORMAT,
  type BackupCount,
  type BackupOptions,
  type MarkerLine,
  primaryTables,
  BATCH_ROWS,
  type TableShape,
} from './backup-file.ts';
import { withClient } from './with-client.ts';

/** The file is truncated, not a backup, or from a newer version. */
class NotABackup extends Error {
  override readonly name = 'NotABackup';
}

/** The first line of a backup lies within this many bytes of the file. */
const HEAD_BYTES = 64 * 1_024;

/** The database contains rows, and a backup is never merged with other data. */
class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/**
 * Migrates the database to the version of the backup, unless it is newer, and inserts the rows of the file in one
 * transaction. `npm run migrate` applies later migrations.
 * @throws NotABackup · NotEmpty · the database's own error for a column that this version does not have
 */
export const restore = ({ connectionString, file }: BackupOptions): Promise<BackupCount> =>
  withClient(connectionString, async (client) => {
    await migratePrimaryData(client, { upTo: await migrationOf(file) });
    await client.query('begin');
    const tables = await primaryTables(client);
    await checkEmpty(client, tables);
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user; delete from ${name}`);
    const restored = await fillFrom(client, file, tables);
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    await client.query(`select setval(pg_get_serial_sequence('sandbox.charge', 'seq'), coalesce(max(seq), 0) + 1)
      from sandbox.charge`);
    await client.query('commit');
    return restored;
  });

/** The last migration of the database that was backed up. @throws NotABackup */
async function migrationOf(file: string): Promise<string> {
  const marker = await firstMarkerOf(file);
  if (marker === undefined || !('backup' in marker)) throw new NotABackup('it does not begin as one');
  const { migration = BASELINE } = marker;
  if (!migrationNames().includes(migration))
    throw new NotABackup(`a newer version made it, with migration ${migration}`);
  return migration;
}

/** The first line of a backup; undefined if it is no marker. */
async function firstMarkerOf(file: string): Promise<MarkerLine | undefined> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES);
    const text = gunzipSync(buffer.subarray(0, bytesRead), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    const [line = ''] = text.split('\n', 1);
    return line.startsWith('#') ? (JSON.parse(line.slice(1)) as MarkerLine) : undefined;
  } catch (error) {
    throw toBackupError(error);
  } finally {
    await handle.close();
  }
}

/** Converts the errors of an unreadable file to NotABackup, and returns all other errors unchanged. */
function toBackupError(error: unknown): unknown {
  const isUnreadable = error instanceof SyntaxError || String((error as { code?: unknown }).code).startsWith('Z_');
  return isUnreadable ? new NotABackup(String(error)) : error;
}

/** Requires that tables are empty, except for the row that every migrated database has in a single-row table. */
async function checkEmpty(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
    const maxRows = columns.includes('only_row') ? 1 : 0;
    if (Number(rows[0]?.count) > maxRows) throw new NotEmpty(`${name} is not empty: restore to a database of its own`);
  }
  const { rows } = await client.query<{ number: string }>('select number from audit.head');
  if (rows[0]?.number !== '0') throw new NotEmpty('the audit log has begun: restore to a database of its own');
}

/** Inserts the rows of the file. @returns the number of tables and rows */
async function fillFrom(client: pg.Client, file: string, tables: readonly TableShape[]): Promise<BackupCount> {
  const names = new Set(tables.map(({ name }) => name));
  const count = { tables: 0, rows: 0 };
  let table: TableShape = { name: '', columns: [] };
  let rows: string[] = [];
  let end: BackupCount | undefined;

  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    await client.query(
      `insert into ${table.name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table.name}, $1::json)`,
      [`[${rows.join(',')}]`],
    );
    count.rows += rows.length;
    rows = [];
  }

  function readMarker(marker: MarkerLine): void {
    if ('end' in marker) ({ end } = marker);
    else if ('backup' in marker && marker.backup !== BACKUP_FORMAT)
      throw new NotABackup(`its format is ${marker.backup}`);
    else if ('table' in marker) {
      if (!names.has(marker.table)) throw new NotABackup(`this version has no table ${marker.table}`);
      table = { name: marker.table, columns: marker.columns };
      count.tables += 1;
    }
  }

  await pipeline(createReadStream(file), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
    for await (const line of linesIn(bytes)) {
      if (line.startsWith('#')) {
        await flush();
        readMarker(JSON.parse(line.slice(1)) as MarkerLine);
      } else if (rows.push(line) >= BATCH_ROWS) await flush();
    }
  }).catch((error: unknown) => {
    throw toBackupError(error);
  });
  if (end?.rows !== count.rows || end.tables !== count.tables) throw new NotABackup('it has been cut off');
  return count;
}

async function* linesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
