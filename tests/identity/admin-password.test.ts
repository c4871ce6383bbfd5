import { randomUUID } from 'node:crypto';
import {
  checkPasswordHash,
  createAdminPassword,
  generatedPassword,
  hashAdminPassword,
} from '#identity/admin-password.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityDatabase } from './identity-database.ts';

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
});
