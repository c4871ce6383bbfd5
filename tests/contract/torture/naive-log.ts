import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { RevisionConflict } from '#eventstore/port.ts';
import type { Placed } from './judge.ts';
import type { Appender } from './writers.ts';

const TABLE = `create table plain_events (
  position bigint generated always as identity primary key, stream text not null, revision bigint not null,
  id uuid not null unique, unique (stream, revision))`;

interface PlacedRow {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
}

/**
 * What most event tables look like: an identity column, one transaction per append. Its first append stays open until
 * `release` is called, as any slow transaction may; `held` tells the position it has been given.
 */
export async function createNaiveLog(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 20 });
  await pool.query(TABLE);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let held: number | undefined;

  const append: Appender['append'] = async (stream, expected, events) => {
    const client = await pool.connect();
    const first = expected === 'none' ? 0n : expected + 1n;
    try {
      await client.query('begin');
      const { rows } = await client.query<{ position: string }>(
        `insert into plain_events (stream, revision, id) select $1, $2 + n - 1, id
         from unnest($3::uuid[]) with ordinality as given(id, n) returning position`,
        [stream, first, events.map(({ id }) => id)],
      );
      const isFirst = held === undefined;
      held ??= Number(rows[0]?.position);
      await (isFirst ? released : sleep(1));
      await client.query('commit');
      return { revision: first + BigInt(events.length) - 1n, position: rows.at(-1)?.position ?? '' };
    } catch {
      await client.query('rollback');
      const last = await client.query<{ last: string | null }>(
        'select max(revision) as last from plain_events where stream = $1',
        [stream],
      );
      throw new RevisionConflict(stream, last.rows[0]?.last ? BigInt(last.rows[0].last) : 'none');
    } finally {
      client.release();
    }
  };

  return {
    append,
    release,
    held: () => held,
    /** What is there now behind `position`, in order. */
    async after(position: number): Promise<Placed[]> {
      const { rows } = await pool.query<PlacedRow>('select * from plain_events where position > $1 order by position', [
        position,
      ]);
      return rows.map((row) => ({ ...row, position: Number(row.position), revision: Number(row.revision) }));
    },
    close: () => pool.end(),
  };
}
