import type pg from 'pg';
import type { TestDatabase } from './database.ts';

/** Returns the tables that contain the text, as characters or as bytes. */
async function databaseTablesContaining(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await pool.query(
      `select 1 from ${name} t where strpos(lower(t::text), $1) > 0 or strpos(t::text, $2) > 0`,
      [text.toLowerCase(), Buffer.from(text).toString('hex')],
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found.toSorted((a, b) => a.localeCompare(b));
}

/** The tables that contain this text, and the log wherever it is stored; EventStoreDB as it is after a scavenge. */
export async function tablesContaining(
  pool: pg.Pool,
  { eventStore }: Pick<TestDatabase, 'eventStore'>,
  text: string,
): Promise<string[]> {
  const places = await databaseTablesContaining(pool, text);
  if (!eventStore) return places;
  eventStore.stored.scavenge();
  const isThere = eventStore.stored.all.some(({ stream, data, metadata }) =>
    [stream, ...[data, metadata].map((bytes) => Buffer.from(bytes).toString())].some((each) => each.includes(text)),
  );
  return isThere ? [...places, 'log.events'].toSorted((a, b) => a.localeCompare(b)) : places;
}
