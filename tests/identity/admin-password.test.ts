import { randomUUID } from 'node:crypto';
import { hash, type Options } from '@node-rs/argon2';
import {
  checkPasswordHash,
  createAdminPassword,
  generatedPassword,
  hashAdminPassword,
  newAdminPassword,
} from '#identity/admin-password.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityDatabase } from './identity-database.ts';

/** As the library numbers them; its own names are for the compiler only. */
const ARGON2I = 1;
const ARGON2ID = 2;

let database: Awaited<ReturnType<typeof identityDatabase>>;
let encoded: string;
let now: Date;
let admin: string;

beforeAll(async () => {
  database = await identityDatabase();
  encoded = await hashAdminPassword('manjericão fresco');
});
afterAll(() => database.close());
beforeEach(() => {
  now = new Date('2026-05-01T12:00:00Z');
  admin = randomUUID();
});

const after = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const password = () => createAdminPassword({ pool: database.pool, encoded, clock: () => now });
async function wrong(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect(await password().try(admin, 'manjericao')).toBe('wrong');
}

test('the right one is right, the wrong one wrong', async () => {
  await wrong(1);
  expect(await password().try(admin, 'manjericão fresco')).toBe('right');
});

test('after five wrong ones even the right one has to wait', async () => {
  await wrong(5);
  expect(await password().try(admin, 'manjericão fresco')).toEqual({ waitSeconds: 30 });
  after(29);
  expect(await password().try(admin, 'manjericão fresco')).toEqual({ waitSeconds: 1 });
  after(1);
  expect(await password().try(admin, 'manjericão fresco')).toBe('right');
});

test('the waits grow up to an hour', async () => {
  await wrong(5);
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const answer = await password().try(admin, 'x');
    if (typeof answer === 'string') throw new Error(answer);
    waits.push(answer.waitSeconds);
    after(answer.waitSeconds);
    await wrong(1);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test('the right one clears what was wrong before; so does a day', async () => {
  await wrong(4);
  expect(await password().try(admin, 'manjericão fresco')).toBe('right');
  await wrong(4);
  after(24 * 60 * 60 + 1);
  await wrong(4);
  expect(await password().try(admin, 'manjericão fresco')).toBe('right');
});

test('somebody else does not wait for my tries', async () => {
  await wrong(5);
  expect(await password().try(randomUUID(), 'manjericão fresco')).toBe('right');
});

test('ten thousand guesses within an hour: five were looked at, none was right', async () => {
  const answers: unknown[] = [];
  for (let n = 0; n < 200; n += 1) {
    const many = Array.from({ length: 50 }, (_, each) =>
      password().try(admin, each === 49 ? 'manjericão fresco' : `${n} ${each}`),
    );
    answers.push(...(await Promise.all(many.slice(0, 49))));
    // The right one comes last in every round: it is never looked at in time.
    answers.push(await many[49]);
  }
  expect(answers.length).toBe(10_000);
  expect(answers.filter((answer) => answer === 'right')).toEqual([]);
  expect(answers.filter((answer) => answer === 'wrong').length).toBe(5);
});

describe('is taken as it is typed', () => {
  const LONG = `${'ç~ Ã🍕 '.repeat(24)}fim`;
  test.each(['manjericão fresco', ' com espaço ', 'CAIXA alta', '12345678', LONG])('%j', async (chosen) => {
    const mine = createAdminPassword({
      pool: database.pool,
      encoded: await hashAdminPassword(chosen),
      clock: () => now,
    });
    const others = [`${chosen} `, chosen.slice(0, -1), chosen.toUpperCase(), chosen.toLowerCase(), chosen.trim()];
    for (const other of others.filter((each) => each !== chosen).slice(0, 4))
      expect(await mine.try(admin, other)).toBe('wrong');
    expect(await mine.try(admin, chosen)).toBe('right');
  });

  test('stays right for as long as its hash stands, and no longer', async () => {
    after(10 * 365 * 24 * 60 * 60);
    expect(await password().try(admin, 'manjericão fresco')).toBe('right');
    const changed = createAdminPassword({
      pool: database.pool,
      encoded: await hashAdminPassword('outra senha qualquer'),
      clock: () => now,
    });
    expect(await changed.try(admin, 'manjericão fresco')).toBe('wrong');
    expect(await changed.try(admin, 'outra senha qualquer')).toBe('right');
  });
});

describe('of the machine', () => {
  test('a generated one is the same on every start and differs between machines', () => {
    const one = generatedPassword(new Uint8Array(32).fill(1));
    expect(one).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect(generatedPassword(new Uint8Array(32).fill(1))).toBe(one);
    expect(generatedPassword(new Uint8Array(32).fill(2))).not.toBe(one);
  });
  test('a text that is no hash is found out at the start', async () => {
    await expect(checkPasswordHash('secret')).rejects.toThrow(/decoding/i);
    await expect(checkPasswordHash(encoded)).resolves.toBeUndefined();
  });

  test('a hash that is cheaper to guess than OWASP allows is found out too, a dearer one is taken', async () => {
    const hashed = (options: Options) => hash('manjericão fresco', options);
    for (const cheap of [
      { algorithm: ARGON2I, memoryCost: 65_536, timeCost: 3 },
      { algorithm: ARGON2ID, memoryCost: 4_096, timeCost: 9 },
      { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 1 },
    ])
      await expect(checkPasswordHash(await hashed(cheap))).rejects.toThrow('too cheap');
    const dear = await hashed({ algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1 });
    await expect(checkPasswordHash(dear)).resolves.toBeUndefined();
    // What it costs stands in the hash: another cost needs another hash, and nothing else.
    const stronger = createAdminPassword({ pool: database.pool, encoded: dear, clock: () => now });
    expect(await stronger.try(admin, 'manjericão fresco')).toBe('right');
  });

  test('what we hash costs what OWASP wants at least', () => {
    expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('is made and not chosen: 140 random bits, long, and of no list', () => {
    const made = Array.from({ length: 500 }, newAdminPassword);
    expect(new Set(made).size).toBe(500);
    for (const each of made) expect(each).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
    const letters = made.map((each) => each.replaceAll('-', ''));
    for (let place = 0; place < 28; place += 1) expect(new Set(letters.map((each) => each[place])).size).toBe(32);
  });
});
