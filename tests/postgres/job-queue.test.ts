import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createJobQueue, type JobQueueOptions } from '#runtime/job-queue.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

interface Key {
  readonly id: string;
}
interface Content {
  readonly what: string | null;
}

const TABLE = {
  name: 'jobs.errand',
  key: ['whose', 'id'],
  queuedAt: 'asked_at',
  endedAt: 'ended_at',
  outcome: 'outcome',
};
const MINUTE = 60_000;
const RETRY_MS = { firstPause: 1_000, longestPause: 3_000 };

let database: TestDatabase;
let pool: pg.Pool;
let now: Date;
const later = (milliseconds: number): void => void (now = new Date(now.getTime() + milliseconds));
const queueOf = (whose: string, more: Partial<JobQueueOptions> = {}) =>
  createJobQueue<Key, Content>({
    pool,
    table: TABLE,
    clock: () => now,
    leaseMs: MINUTE,
    retryMs: RETRY_MS,
    partition: { whose },
    ...more,
  });
const ids = (jobs: readonly Key[]): readonly string[] => jobs.map(({ id }) => id).toSorted();

beforeAll(async () => {
  database = await freshDatabase('postgres');
  ({ pool } = database);
  pool.on('error', () => undefined); // The database may be dropped while a connection is still closing.
  await pool.query(`create schema jobs; create table jobs.errand (
    whose text, id text, what text, asked_at timestamptz not null, due_at timestamptz, tries integer not null default 0,
    ended_at timestamptz, outcome text, primary key (whose, id))`);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00.000Z');
  await pool.query('truncate jobs.errand');
});

describe('queued job', () => {
  test('is added once, even after it has ended', async () => {
    const queue = queueOf('ana');
    expect(await queue.add({ id: '1', what: 'bread' })).toBe(true);
    expect(await queue.add({ id: '1', what: 'milk' })).toBe(false);
    const jobs = await queue.take(10);
    expect(jobs).toMatchObject([{ id: '1', what: 'bread', attempts: 1, queuedAt: now }]);
    await queue.end(jobs, 'fetched');
    expect(await queue.add({ id: '1', what: 'bread' })).toBe(false);
    expect(await queue.take(10)).toEqual([]);
    const { rows } = await pool.query('select outcome, ended_at, due_at from jobs.errand');
    expect(rows).toEqual([{ outcome: 'fetched', ended_at: now, due_at: null }]);
  });

  test('is due again after growing pauses when it failed, and never before the time that the failure names', async () => {
    const queue = queueOf('ana');
    await queue.add({ id: '1', what: null });
    for (const pause of [1_000, 2_000, 3_000, 3_000]) {
      await queue.retry(await queue.take(1));
      later(pause - 1);
      expect(await queue.take(1)).toEqual([]);
      later(1);
    }
    const jobs = await queue.take(1);
    expect(jobs).toMatchObject([{ attempts: 5 }]);
    await queue.retry(jobs, { atLeastMs: MINUTE });
    later(MINUTE - 1);
    expect(await queue.take(1)).toEqual([]);
    later(1);
    expect(await queue.take(1)).toHaveLength(1);
  });

  test('is given up after the configured time, and younger jobs are not', async () => {
    const queue = queueOf('ana', { giveUpAfterMs: MINUTE });
    await queue.add({ id: 'old', what: null });
    later(MINUTE);
    await queue.add({ id: 'new', what: null });
    later(1);
    await queue.retry(await queue.take(2));
    later(1_000);
    expect(ids(await queue.take(2))).toEqual(['new']);
    const { rows } = await pool.query(`select outcome from jobs.errand where id = 'old'`);
    expect(rows).toEqual([{ outcome: 'given_up' }]);
  });

  test('is taken again after its lease when its process died', async () => {
    const queue = queueOf('ana');
    await queue.add({ id: '1', what: null });
    await queue.take(1);
    later(MINUTE - 1);
    expect(await queue.take(1)).toEqual([]);
    later(1);
    expect(await queue.take(1)).toMatchObject([{ attempts: 2 }]);
  });

  test('stays ended when a late retry or end arrives', async () => {
    const queue = queueOf('ana');
    await queue.add({ id: '1', what: null });
    const jobs = await queue.take(1);
    await queue.end(jobs, 'fetched');
    await queue.retry(jobs);
    await queue.end(jobs, 'late');
    later(MINUTE);
    expect(await queue.take(1)).toEqual([]);
    expect((await pool.query('select outcome from jobs.errand')).rows).toEqual([{ outcome: 'fetched' }]);
  });
});

describe('job queue', () => {
  test('gives out the jobs that have been due longest first', async () => {
    const queue = queueOf('ana');
    for (const id of ['a', 'b', 'c']) {
      await queue.add({ id, what: null });
      later(1);
    }
    expect(ids(await queue.take(2))).toEqual(['a', 'b']);
    expect(ids(await queue.take(2))).toEqual(['c']);
  });

  test('gives out only its own jobs when several queues share a table', async () => {
    const [ana, bia] = [queueOf('ana'), queueOf('bia')];
    await ana.add({ id: '1', what: 'bread' });
    await bia.add({ id: '1', what: 'milk' });
    const jobs = await ana.take(10);
    expect(jobs).toMatchObject([{ what: 'bread' }]);
    await ana.end(jobs);
    expect(await bia.take(10)).toMatchObject([{ what: 'milk' }]);
  });

  test('gives each job to one of many simultaneous takers', async () => {
    const queue = queueOf('ana');
    for (let id = 0; id < 100; id += 1) await queue.add({ id: String(id), what: null });
    const taken: string[] = [];
    const takeAll = async (): Promise<void> => {
      for (let jobs = await queue.take(7); jobs.length > 0; jobs = await queue.take(7)) taken.push(...ids(jobs));
    };
    await Promise.all(Array.from({ length: 6 }, takeAll));
    while (taken.length < 100) await takeAll(); // These jobs were skipped because another taker had just locked them.
    expect(taken).toHaveLength(100);
    expect(new Set(taken).size).toBe(100);
  });

  test('deletes jobs that ended before the given time', async () => {
    const queue = queueOf('ana');
    await queue.add({ id: 'ended', what: null });
    await queue.end(await queue.take(1), 'fetched');
    await queue.add({ id: 'waiting', what: null });
    later(1);
    expect(await queue.purge(now)).toBe(1);
    expect((await pool.query('select id from jobs.errand')).rows).toEqual([{ id: 'waiting' }]);
  });
});
