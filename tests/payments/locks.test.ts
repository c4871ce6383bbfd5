import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocks, LockBusy, type Locks } from '#payments/locks.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import pg from 'pg';

let database: TestDatabase;
const lost: Error[] = [];
let firstProcess: Locks;
let secondProcess: Locks;
/** A short limit, so that the test is fast. */
let impatient: Locks;
beforeAll(async () => {
  database = await freshDatabase();
  const onLost = (error: Error): void => void lost.push(error);
  firstProcess = createLocks(database.url, { onLost });
  secondProcess = createLocks(database.url, { onLost });
  impatient = createLocks(database.url, { onLost, patienceMs: 300 });
});
afterAll(async () => {
  await Promise.all([firstProcess.close(), secondProcess.close(), impatient.close()]);
  await database.drop();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a payment lock is held by one process at a time, and locks of other names do not wait', async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<string> => {
    inside += 1;
    most = Math.max(most, inside);
    await pause(10);
    inside -= 1;
    return 'done';
  };
  const results = await Promise.all(
    [firstProcess, secondProcess, firstProcess, secondProcess, firstProcess].map((locks) => locks.withLock('a', work)),
  );
  expect(results).toEqual(Array(5).fill('done'));
  expect(most).toBe(1);
  const both = await firstProcess.withLock('a', () => secondProcess.withLock('b', async () => 'inside both'));
  expect(both).toBe('inside both');
});

test('a payment lock is released when its holder fails, and the error is thrown', async () => {
  const failing = firstProcess.withLock('c', async () => {
    throw new Error('of its own');
  });
  await expect(failing).rejects.toThrow('of its own');
  expect(await secondProcess.tryWithLock('c', async () => 'free')).toBe('free');
});

test('a caller that does not want to wait is told that the payment lock is busy', async () => {
  await firstProcess.withLock('d', async () => {
    expect(await secondProcess.tryWithLock('d', async () => 'free')).toBeUndefined();
  });
  expect(await secondProcess.tryWithLock('d', async () => 'free')).toBe('free');
});

test('a payment lock is released when the connection of its holder is cut', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await firstProcess
    .withLock('e', async () => {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'prumo-locks' and pid <> pg_backend_pid() and datname = current_database()`,
      );
      await pause(20);
    })
    .catch(() => undefined);
  await client.end();
  expect(await secondProcess.tryWithLock('e', async () => 'free')).toBe('free');
  expect(lost.length).toBeGreaterThan(0);
});

test('a caller that has waited too long for a payment lock gives up', async () => {
  await firstProcess.withLock('f', () =>
    expect(impatient.withLock('f', async () => 'never')).rejects.toThrow(LockBusy),
  );
});
