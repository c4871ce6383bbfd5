import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { someEvent } from './some-events.ts';
import { judge, type LogEntry, NO_FAULTS, numberIn, tail } from './stress/judge.ts';
import { write, writeElsewhere, type WritingOptions } from './stress/writers.ts';

/** The test takes two seconds in the suite; STRESS_MS=120000 makes it longer. */
const MILLISECONDS = Number(process.env['STRESS_MS'] ?? 2_000);
const WRITING: WritingOptions = {
  writers: 6,
  sharedStreams: 5,
  prefix: 'business',
  milliseconds: MILLISECONDS,
  atLeast: 80,
  seed: 1,
};

describe('event log in Postgres under stress', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await migratedDatabase('postgres');
  });
  afterEach(() => database.drop());

  const contents = async (): Promise<LogEntry[]> => {
    const { rows } = await database.pool.query<{ position: string; stream: string; revision: string; id: string }>(
      'select position, stream, revision, id from log.events order by position',
    );
    return rows.map((row) => ({ ...row, position: Number(row.position), revision: Number(row.revision) }));
  };

  /** Starts appends that take the lock and a position, wait, and are rolled back. */
  async function rollBack(until: AbortSignal): Promise<number> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let count = 0;
    while (!until.aborted) {
      await client.query('begin');
      const { id, type } = someEvent();
      await client.query('select log.append_one($1, -1, $2, $3, 0, $4, $4)', [`rolled-back-${count}`, id, type, '{}']);
      await sleep(3);
      await client.query('rollback');
      await sleep(20);
      count += 1;
    }
    await client.end();
    return count;
  }

  /** Terminates the appending connections of both processes, whatever they are doing. */
  async function cutConnections(until: AbortSignal): Promise<number> {
    let count = 0;
    while (!until.aborted) {
      await sleep(300);
      const { rows: cut } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'prumo log writer'`,
      );
      count += cut.length;
    }
    return count;
  }

  it('delivers every event once and in order to a subscriber', { timeout: MILLISECONDS + 90_000 }, async () => {
    const log = await createPostgresLog({ connectionString: database.url });
    const reader = await createPostgresLog({ connectionString: database.url });
    const done = new AbortController();
    const faults = [rollBack(done.signal), cutConnections(done.signal)];
    const here = write(log, WRITING);
    const elsewhere = writeElsewhere(database.url, { ...WRITING, seed: 2, prefix: 'payment' });
    const last = Promise.all([here, elsewhere]).then(async () => (await log.head()) as string);
    const readers = [tail(log, last), tail(reader, last)];
    const written = await Promise.all([here, elsewhere]);
    const delivered = await Promise.all(readers);
    done.abort();
    const [rolledBack, cut] = await Promise.all(faults);
    await Promise.all([log.close(), reader.close()]);

    const stored = await contents();
    expect(delivered.map((events) => judge(stored, events))).toEqual([NO_FAULTS, NO_FAULTS]);
    expect(stored.map(({ position }) => position)).toEqual(stored.map((_, i) => i + 1));
    const positions = new Map(stored.map(({ id, position }) => [id, position]));
    const acknowledged = written.flatMap((part) => part.acknowledged);
    const lost = acknowledged.filter(({ id, position }) => positions.get(id) !== numberIn(position));
    expect(lost).toEqual([]);
    expect(written.flatMap(({ wrong }) => wrong)).toEqual([]);

    // These counts show that faults really happened.
    for (const part of written) {
      expect(part.acknowledged.length).toBeGreaterThan(100);
      expect(part.refused).toBeGreaterThan(10);
      expect(part.repeated).toBeGreaterThan(5);
    }
    expect(rolledBack).toBeGreaterThan(3);
    expect(cut).toBeGreaterThan(2);
  });
});
