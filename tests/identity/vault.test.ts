import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Identity } from '#identity/port.ts';
import { userIdOf, createVault, type Vault } from '#identity/vault.ts';
import { migratedDatabase } from '#tests/support/database.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
let vault: Vault;
let marta: Identity;

beforeAll(async () => {
  ({ pool, drop } = await migratedDatabase());
  vault = createVault(pool);
});
afterAll(() => drop());
beforeEach(() => {
  const subject = randomUUID();
  marta = {
    issuer: 'https://accounts.google.com',
    subject,
    email: `Marta.${subject}@Exemplo.com`,
    emailVerified: true,
    name: 'Dona Marta',
    picture: 'https://example.com/marta.png',
  };
});

test('the id of an account follows from issuer and subject by a rule that never changes', () => {
  expect(userIdOf('https://accounts.google.com', '1234567890', 0)).toBe('00c60ffa-67e6-557a-ad02-53aa8bdefff4');
  expect(userIdOf('https://accounts.google.com', '1234567890', 1)).toBe('739e2d04-9354-55c8-b2b6-ec2e90d5c23e');
});

test('the same person gets the same account at every sign-in, and another person another account', async () => {
  const first = await vault.recogniseOrRegister(marta);
  expect(first.isNew).toBe(true);
  expect(await vault.recogniseOrRegister(marta)).toEqual({ userId: first.userId, isNew: false });
  for (const other of [{ subject: `${marta.subject}x` }, { issuer: 'http://localhost:3000/dev-idp' }])
    expect((await vault.recogniseOrRegister({ ...marta, ...other })).userId).not.toBe(first.userId);
});

test('another subject with the same e-mail is another person', async () => {
  const { userId } = await vault.recogniseOrRegister(marta);
  const other = await vault.recogniseOrRegister({ ...marta, subject: randomUUID() });
  expect(other.isNew).toBe(true);
  expect(other.userId).not.toBe(userId);
});

test('simultaneous first sign-ins create one account', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => vault.recogniseOrRegister(marta)));
  expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
  expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test('the profile of a person is stored, and updated at the next sign-in', async () => {
  const { userId } = await vault.recogniseOrRegister(marta);
  expect(await vault.find(userId)).toMatchObject({ ...marta, userId, generation: 0 });
  const { picture: _gone, ...renamed } = {
    ...marta,
    email: 'nova@exemplo.com',
    emailVerified: false,
    name: 'Marta S.',
  };
  await vault.recogniseOrRegister(renamed);
  const person = await vault.find(userId);
  expect(person).toMatchObject(renamed);
  expect(person).not.toHaveProperty('picture');
});

test('the profile is updated only for registered people', async () => {
  const { userId } = await vault.recogniseOrRegister(marta);
  expect(await vault.update(userId, { email: marta.email, emailVerified: true, name: 'Marta Souza' })).toBe(true);
  expect((await vault.find(userId))?.name).toBe('Marta Souza');
  expect(await vault.update(randomUUID(), marta)).toBe(false);
});

test('an erasure from the vault leaves the account id and nothing else', async () => {
  const { userId } = await vault.recogniseOrRegister(marta);
  await vault.forget(userId);
  expect(await vault.find(userId)).toBeUndefined();
  expect(await vault.findByVerifiedEmail(marta.email)).toBeUndefined();
  expect(await vault.update(userId, marta)).toBe(false);
  const { rows } = await pool.query<{ dump: string }>(
    'select p::text as dump from identity.person p where user_id = $1',
    [userId],
  );
  expect(rows).toHaveLength(1);
  for (const trace of [marta.subject, 'google', 'Marta', 'exemplo', 'example'])
    expect(rows[0]?.dump.toLowerCase()).not.toContain(trace.toLowerCase());
});

test('an erased person returns as a new account each time', async () => {
  const ids = new Set<string>();
  for (let generation = 0; generation < 3; generation += 1) {
    const { userId, isNew } = await vault.recogniseOrRegister(marta);
    expect(isNew).toBe(true);
    expect(await vault.find(userId)).toMatchObject({ generation });
    expect(await vault.recogniseOrRegister(marta)).toEqual({ userId, isNew: false });
    ids.add(userId);
    await vault.forget(userId);
    await vault.forget(userId);
  }
  expect(ids.size).toBe(3);
});

test('a person is found by a verified e-mail in any letter case, and never by an unverified one', async () => {
  const { userId } = await vault.recogniseOrRegister(marta);
  expect((await vault.findByVerifiedEmail(` ${marta.email.toUpperCase()} `))?.userId).toBe(userId);
  await vault.recogniseOrRegister({ ...marta, emailVerified: false });
  expect(await vault.findByVerifiedEmail(marta.email)).toBeUndefined();
  expect(await vault.findByVerifiedEmail('%')).toBeUndefined();
});

test('an e-mail that moved to another person belongs to the person who verified it last', async () => {
  await vault.recogniseOrRegister(marta);
  const { userId } = await vault.recogniseOrRegister({ ...marta, subject: randomUUID() });
  expect((await vault.findByVerifiedEmail(marta.email))?.userId).toBe(userId);
});
