import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readAppliedMigrations } from '#migrations/migration.ts';
import type pg from 'pg';
import {
  BACKUP_FORMAT,
  type BackupCount,
  type BackupOptions,
  type MarkerLine,
  primaryTables,
  BATCH_ROWS,
} from './backup-file.ts';
import { withClient } from './with-client.ts';

const markerText = (marker: MarkerLine): string => `#${JSON.stringify(marker)}\n`;

/**
 * Writes all primary data into a compressed file that only its owner may read. All tables are read in one snapshot, so
 * the product may run at the same time. The format does not depend on the version of PostgreSQL.
 */
export async function backUp({ connectionString, file }: BackupOptions): Promise<BackupCount> {
  const partialFile = `${file}.part`;
  const written = await withClient(connectionString, async (client) => {
    const migration = (await readAppliedMigrations(client))?.at(-1);
    await client.query('begin isolation level repeatable read read only');
    const count = { tables: 0, rows: 0 };
    await pipeline(
      linesOf(client, { migration, count }),
      createGzip(),
      createWriteStream(partialFile, { mode: 0o600 }),
    );
    await client.query('commit');
    return count;
  });
  const handle = await open(partialFile, 'r+');
  await handle.sync();
  await handle.close();
  await rename(partialFile, file); // A file of that name is therefore always complete.
  return written;
}

interface BackupProgress {
  readonly migration: string | undefined;
  /** The numbers of written tables and rows, updated while they are written. */
  readonly count: { tables: number; rows: number };
}

async function* linesOf(client: pg.Client, { migration, count }: BackupProgress): AsyncGenerator<string> {
  yield markerText({ backup: BACKUP_FORMAT, at: new Date().toISOString(), migration });
  for (const { name, columns } of await primaryTables(client)) {
    yield markerText({ table: name, columns });
    count.tables += 1;
    await client.query(`declare table_rows no scroll cursor for select row_to_json(t)::text as line from ${name} t`);
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH_ROWS} from table_rows`);
      if (rows.length === 0) break;
      count.rows += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
    await client.query('close table_rows');
  }
  yield markerText({ end: count });
}
