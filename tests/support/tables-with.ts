import type pg from 'pg';

/** Tables that have this text somewhere, as text or in bytes. */
export async function tablesWith(pool: pg.Pool, text: string): Promise<string[]> {
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
