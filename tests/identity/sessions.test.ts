import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessions, type Sessions } from '#identity/sessions.ts';
import { clockAt, DAY, HOUR, MINUTE, SECOND, type TestClock } from './test-clock.ts';
import { migratedDatabase } from '#tests/support/database.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
let clock: TestClock;
let sessions: Sessions;
let userId: string;

beforeAll(async () => {
  ({ pool, drop } = await migratedDatabase());
});
afterAll(() => drop());
beforeEach(() => {
  clock = clockAt('2026-11-20T12:00:00Z');
  sessions = createSessions(pool, clock);
  userId = randomUUID();
});

const account = () => sessions.start({ userId, kind: 'account' });
const guest = () => sessions.start({ userId, kind: 'guest' });
const rowOf = async (token: string) => {
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query<{ last_seen_at: Date }>('select * from identity.session where token_hash = $1', [
    hash,
  ]);
  return rows[0];
};

test('a session token finds its session, and each session has another token', async () => {
  const token = await account();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await sessions.find(token)).toEqual({ userId, kind: 'account', createdAt: clock() });
  expect(await account()).not.toBe(token);
});

test('a session token consists of 256 random bits', async () => {
  const made = await Promise.all(Array.from({ length: 64 }, account));
  const numbers = made.map((token) => BigInt(`0x${Buffer.from(token, 'base64url').toString('hex')}`));
  for (let bit = 0n; bit < 256n; bit += 1n) expect(new Set(numbers.map((each) => (each >> bit) & 1n)).size).toBe(2);
});

test('any value that is not a session token finds no session', async () => {
  const token = await account();
  const { rows } = await pool.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from identity.session where user_id = $1`,
    [userId],
  );
  for (const sent of [undefined, '', 'x', token.slice(1), `${token}a`, `${token}\u0000`, rows[0]?.hash, 'A'.repeat(43)])
    expect(await sessions.find(sent)).toBeUndefined();
});

test('the session table stores the hash of the token and never the token', async () => {
  const token = await account();
  const { rows } = await pool.query<{ dump: string; hash: string }>(
    `select s::text as dump, encode(token_hash, 'hex') as hash from identity.session s where user_id = $1`,
    [userId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.hash).toBe(createHash('sha256').update(token).digest('hex'));
  expect(rows[0]?.dump).not.toContain(token);
  expect(rows[0]?.dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  expect(rows[0]?.dump).not.toContain(Buffer.from(token).toString('hex'));
});

describe('session of an account', () => {
  test('ends after 30 days without use', async () => {
    const token = await account();
    clock.advance(30 * DAY - SECOND);
    expect(await sessions.find(token)).toBeDefined();
    clock.advance(30 * DAY);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('ends after 180 days even when it is used', async () => {
    const token = await account();
    for (let day = 0; day < 179; day += 1) {
      clock.advance(DAY);
      expect(await sessions.find(token)).toBeDefined();
    }
    clock.advance(DAY - SECOND);
    expect(await sessions.find(token)).toBeDefined();
    clock.advance(SECOND);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('does not last longer than 180 days by rotation', async () => {
    let token = (await account()) as string | undefined;
    for (let month = 0; month < 6; month += 1) {
      clock.advance(29 * DAY);
      token = token && (await sessions.rotate(token));
      expect(token).toBeDefined();
    }
    clock.advance(6 * DAY);
    expect(await sessions.find(token)).toBeUndefined();
  });
});

test('a guest’s session lasts 180 days from its last use, again and again', async () => {
  const token = await guest();
  for (let turn = 0; turn < 4; turn += 1) {
    clock.advance(180 * DAY - SECOND);
    expect(await sessions.find(token)).toBeDefined();
  }
  clock.advance(180 * DAY);
  expect(await sessions.find(token)).toBeUndefined();
});

test('the last use of a session is written at most once a minute', async () => {
  const token = await account();
  const begun = clock();
  clock.advance(59 * SECOND);
  await sessions.find(token);
  expect((await rowOf(token))?.last_seen_at).toEqual(begun);
  clock.advance(SECOND);
  await sessions.find(token);
  expect((await rowOf(token))?.last_seen_at).toEqual(clock());
});

describe('guest who signed in', () => {
  test('stays recorded in the account’s session under its next tokens until the person answers', async () => {
    const guestId = randomUUID();
    const asking = await sessions.start({ userId, kind: 'account', pendingGuestId: guestId });
    expect(await sessions.find(asking)).toMatchObject({ userId, pendingGuestId: guestId });
    const rotated = (await sessions.rotate(asking)) ?? '';
    expect(await sessions.find(rotated)).toMatchObject({ pendingGuestId: guestId });
    const verified = (await sessions.verifyAdmin(rotated)) ?? '';
    expect(await sessions.find(verified)).toMatchObject({ pendingGuestId: guestId });
    const answered = (await sessions.answerGuestQuestion(verified, 'brought')) ?? '';
    expect(await sessions.find(answered)).toEqual({
      userId,
      kind: 'account',
      createdAt: clock(),
      adminVerifiedAt: clock(),
    });
    const apart = await sessions.start({ userId, kind: 'account', pendingGuestId: guestId });
    const kept = (await sessions.rotate((await sessions.answerGuestQuestion(apart, 'kept_apart')) ?? '')) ?? '';
    expect(await sessions.find(kept)).toEqual({
      userId,
      kind: 'account',
      createdAt: clock(),
      separateGuestId: guestId,
    });
    for (const old of [asking, rotated, verified]) expect(await sessions.find(old)).toBeUndefined();
    expect(await sessions.answerGuestQuestion(verified, 'brought')).toBeUndefined();
  });
});

describe('rotation of a session token', () => {
  test('returns a new token and invalidates the old one', async () => {
    const old = await account();
    const token = await sessions.rotate(old);
    expect(token).not.toBe(old);
    expect(await sessions.find(token)).toMatchObject({ userId, kind: 'account' });
    expect(await sessions.find(old)).toBeUndefined();
    expect(await sessions.rotate(old)).toBeUndefined();
  });

  test('succeeds once when many requests rotate the same session at once', async () => {
    const old = await account();
    const gate = await pool.connect();
    await gate.query('begin');
    await gate.query('lock table identity.session in share row exclusive mode'); // This lock lets reads pass and makes writes wait.
    const rotations = Promise.all(Array.from({ length: 5 }, () => sessions.rotate(old)));
    const waiting = async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks where not granted and relation = 'identity.session'::regclass`,
      );
      return rows[0]?.waiting;
    };
    await expect.poll(waiting).toBe(5);
    await gate.query('commit');
    gate.release();
    expect((await rotations).filter((token) => token !== undefined)).toHaveLength(1);
  });

  test('does not revive an expired or ended session', async () => {
    const ended = await account();
    await sessions.end(ended);
    expect(await sessions.rotate(ended)).toBeUndefined();
    const expired = await account();
    clock.advance(31 * DAY);
    expect(await sessions.rotate(expired)).toBeUndefined();
    expect(await sessions.verifyAdmin(expired)).toBeUndefined();
  });
});

describe('end of a session', () => {
  test('ends the session that signs out, and no other', async () => {
    const [one, two] = [await account(), await account()];
    await sessions.end(one);
    expect(await sessions.find(one)).toBeUndefined();
    expect(await sessions.find(two)).toBeDefined();
  });

  test('is no error for an ended, unknown or missing session', async () => {
    const token = await account();
    await sessions.end(token);
    await sessions.end(token);
    await sessions.end('x');
    await sessions.end(undefined);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('of all others is possible for a person with a valid session', async () => {
    const [mine, other, guests] = [await account(), await account(), await guest()];
    const ended = await account();
    await sessions.end(ended);
    const stranger = await sessions.start({ userId: randomUUID(), kind: 'account' });
    expect([await sessions.endOthers(ended), await sessions.endOthers('x')]).toEqual([0, 0]);
    expect(await sessions.endOthers(mine)).toBe(2);
    const alive = await Promise.all([mine, other, guests, stranger].map((token) => sessions.find(token)));
    expect(alive.map((session) => session !== undefined)).toEqual([true, false, false, true]);
  });

  test('of all sessions ends those of the person, and nobody else’s', async () => {
    const [one, two] = [await account(), await account()];
    const other = await sessions.start({ userId: randomUUID(), kind: 'account' });
    expect(await sessions.endAllOf(userId)).toBe(2);
    expect(await sessions.endAllOf(userId)).toBe(0);
    expect(await sessions.find(one)).toBeUndefined();
    expect(await sessions.find(two)).toBeUndefined();
    expect(await sessions.find(other)).toBeDefined();
  });
});

describe('administrator state of a session', () => {
  const adminState = async (token: string | undefined) => (await sessions.find(token))?.adminVerifiedAt;

  test('begins with a new token', async () => {
    const old = await account();
    expect(await adminState(old)).toBeUndefined();
    const token = await sessions.verifyAdmin(old);
    expect(await adminState(token)).toEqual(clock());
    expect(await sessions.find(old)).toBeUndefined();
  });

  test('is refused to guests', async () => {
    const token = await guest();
    expect(await sessions.verifyAdmin(token)).toBeUndefined();
    expect(await adminState(token)).toBeUndefined();
    expect(await sessions.find(token)).toBeDefined();
  });

  test('ends after 30 minutes without use, and later use does not revive it', async () => {
    const token = await sessions.verifyAdmin(await account());
    clock.advance(30 * MINUTE - SECOND);
    expect(await adminState(token)).toBeDefined();
    clock.advance(30 * MINUTE);
    expect(await adminState(token)).toBeUndefined();
    clock.advance(SECOND);
    expect(await adminState(token)).toBeUndefined();
    expect(await sessions.find(token)).toBeDefined();
  });

  test('ends after 8 hours of use', async () => {
    const token = await sessions.verifyAdmin(await account());
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      clock.advance(20 * MINUTE);
      expect(await adminState(token)).toBeDefined();
    }
    clock.advance(20 * MINUTE);
    expect(await adminState(token)).toBeUndefined();
  });

  test('survives a rotation', async () => {
    const token = (await sessions.verifyAdmin(await account())) ?? '';
    const rotated = (await sessions.rotate(token)) ?? '';
    expect(await adminState(rotated)).toEqual(clock());
  });
});

test('purging removes sessions that ended at least 30 days ago, and no others', async () => {
  await pool.query('truncate identity.session');
  const ended = await account();
  await sessions.end(ended);
  clock.advance(20 * DAY);
  const alive = await account();
  expect(await sessions.purge()).toBe(0);
  clock.advance(10 * DAY + HOUR);
  expect(await sessions.purge()).toBe(1);
  expect(await rowOf(ended)).toBeUndefined();
  expect(await sessions.find(alive)).toBeDefined();
});
