import { randomUUID } from 'node:crypto';
import { hash, type Options } from '@node-rs/argon2';
import {
  checkPasswordHash,
  createAdminPassword,
  derivePassword,
  hashAdminPassword,
  newAdminPassword,
} from '#identity/admin-password.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';

/** The library's own names of the algorithms exist for the compiler only. */
const ARGON2I = 1;
const ARGON2ID = 2;

let database: TestDatabase;
let passwordHash: string;
let now: Date;
let admin: string;

beforeAll(async () => {
  database = await migratedDatabase();
  passwordHash = await hashAdminPassword('manjericão fresco');
});
afterAll(() => database.drop());
beforeEach(() => {
  now = new Date('2026-05-01T12:00:00Z');
  admin = randomUUID();
});

const after = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const password = () => createAdminPassword({ pool: database.pool, passwordHash, clock: () => now });
async function wrong(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect(await password().check(admin, 'manjericao')).toBe('wrong');
}

test('the administrator’s correct password is accepted, and a wrong one is not', async () => {
  await wrong(1);
  expect(await password().check(admin, 'manjericão fresco')).toBe('right');
});

test('after five wrong passwords an administrator has to wait even with the correct one', async () => {
  await wrong(5);
  expect(await password().check(admin, 'manjericão fresco')).toEqual({ waitSeconds: 30 });
  after(29);
  expect(await password().check(admin, 'manjericão fresco')).toEqual({ waitSeconds: 1 });
  after(1);
  expect(await password().check(admin, 'manjericão fresco')).toBe('right');
});

test('the waits after wrong passwords grow up to an hour', async () => {
  await wrong(5);
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const answer = await password().check(admin, 'x');
    if (typeof answer === 'string') throw new Error(answer);
    waits.push(answer.waitSeconds);
    after(answer.waitSeconds);
    await wrong(1);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test('the administrator’s correct password, or 24 hours without a wrong one, sets the count of wrong ones to zero', async () => {
  await wrong(4);
  expect(await password().check(admin, 'manjericão fresco')).toBe('right');
  await wrong(4);
  after(24 * 60 * 60 + 1);
  await wrong(4);
  expect(await password().check(admin, 'manjericão fresco')).toBe('right');
});

test('one administrator does not wait for the attempts of another', async () => {
  await wrong(5);
  expect(await password().check(randomUUID(), 'manjericão fresco')).toBe('right');
});

test('of a thousand simultaneous guesses at the password within an hour only five are checked', async () => {
  const answers: unknown[] = [];
  for (let n = 0; n < 20; n += 1) {
    const many = Array.from({ length: 50 }, (_, each) =>
      password().check(admin, each === 49 ? 'manjericão fresco' : `${n} ${each}`),
    );
    answers.push(...(await Promise.all(many.slice(0, 49))));
    // The correct password comes last in every round, when attempts are no longer checked.
    answers.push(await many[49]);
  }
  expect(answers.length).toBe(1_000);
  expect(answers.filter((answer) => answer === 'right')).toEqual([]);
  expect(answers.filter((answer) => answer === 'wrong').length).toBe(5);
});

describe('administrator’s password', () => {
  const LONG = `${'ç~ Ã🍕 '.repeat(24)}fim`;
  test.each(['manjericão fresco', ' com espaço ', 'CAIXA alta', '12345678', LONG])(
    '%j is accepted exactly as it was set',
    async (chosen) => {
      const mine = createAdminPassword({
        pool: database.pool,
        passwordHash: await hashAdminPassword(chosen),
        clock: () => now,
      });
      const others = [`${chosen} `, chosen.slice(0, -1), chosen.toUpperCase(), chosen.toLowerCase(), chosen.trim()];
      for (const other of others.filter((each) => each !== chosen).slice(0, 4))
        expect(await mine.check(admin, other)).toBe('wrong');
      expect(await mine.check(admin, chosen)).toBe('right');
    },
  );

  test('stays correct for as long as its hash is configured, and no longer', async () => {
    after(10 * 365 * 24 * 60 * 60);
    expect(await password().check(admin, 'manjericão fresco')).toBe('right');
    const changed = createAdminPassword({
      pool: database.pool,
      passwordHash: await hashAdminPassword('outra senha qualquer'),
      clock: () => now,
    });
    expect(await changed.check(admin, 'manjericão fresco')).toBe('wrong');
    expect(await changed.check(admin, 'outra senha qualquer')).toBe('right');
  });
});

describe('generated password of a machine', () => {
  test('is the same on every start, and another one on another machine', () => {
    const one = derivePassword(new Uint8Array(32).fill(1));
    expect(one).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect(derivePassword(new Uint8Array(32).fill(1))).toBe(one);
    expect(derivePassword(new Uint8Array(32).fill(2))).not.toBe(one);
  });
  test('is refused at the start when its hash is malformed', async () => {
    await expect(checkPasswordHash('secret')).rejects.toThrow(/decoding/i);
    await expect(checkPasswordHash(passwordHash)).resolves.toBeUndefined();
  });

  test('is refused when its hash is cheaper to guess than OWASP allows, and accepted when it is more expensive', async () => {
    const hashed = (options: Options) => hash('manjericão fresco', options);
    for (const cheap of [
      { algorithm: ARGON2I, memoryCost: 65_536, timeCost: 3 },
      { algorithm: ARGON2ID, memoryCost: 4_096, timeCost: 9 },
      { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 1 },
    ])
      await expect(checkPasswordHash(await hashed(cheap))).rejects.toThrow('too cheap');
    const dear = await hashed({ algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1 });
    await expect(checkPasswordHash(dear)).resolves.toBeUndefined();
    // The hash contains its cost, so another cost only needs another hash.
    const stronger = createAdminPassword({ pool: database.pool, passwordHash: dear, clock: () => now });
    expect(await stronger.check(admin, 'manjericão fresco')).toBe('right');
  });

  test('is hashed with at least the cost that OWASP requires', () => {
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('is generated from 140 random bits, long, and on no list of known passwords', () => {
    const made = Array.from({ length: 500 }, newAdminPassword);
    expect(new Set(made).size).toBe(500);
    for (const each of made) expect(each).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
    const letters = made.map((each) => each.replaceAll('-', ''));
    for (let place = 0; place < 28; place += 1) expect(new Set(letters.map((each) => each[place])).size).toBe(32);
  });
});
