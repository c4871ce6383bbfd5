import { randomBytes } from 'node:crypto';
import { EncryptJWT } from 'jose';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignInRefusal } from '#identity/port.ts';
import { createSignIn, type SignIn } from '#identity/sign-in.ts';
import { createSignInCookies } from '#identity/transaction-cookie.ts';
import type { IssuerUnderTest, TestPerson } from '#tests/support/issuer-under-test.ts';
import { startLocalIssuer } from '#tests/support/local-issuer-under-test.ts';
import { clockAt, MINUTE, SECOND, type TestClock } from './test-clock.ts';
import { migratedDatabase } from '#tests/support/database.ts';

const marta: TestPerson = { email: 'dona@exemplo.com', name: 'Dona Marta', verified: true };
const refusal = (reason: SignInRefusal) => expect.objectContaining({ name: 'SignInRefused', reason });

let pool: pg.Pool;
let drop: () => Promise<void>;
let issuer: IssuerUnderTest;
let clock: TestClock;
let secret: Uint8Array;
let signIn: SignIn;

beforeAll(async () => {
  ({ pool, drop } = await migratedDatabase());
  issuer = await startLocalIssuer();
});
afterAll(async () => {
  await issuer.stop();
  await drop();
});

const signInWith = (key: Uint8Array): SignIn =>
  createSignIn({
    provider: issuer.newProvider(),
    cookies: createSignInCookies({ pool, secret: key, clock }),
    redirectUri: issuer.redirectUri,
  });

beforeEach(() => {
  clock = clockAt(new Date().toISOString());
  secret = randomBytes(32);
  signIn = signInWith(secret);
});

async function beginSignIn(returnPath?: unknown) {
  const { url, cookie } = await signIn.begin({ returnPath });
  return { url, cookie, params: await issuer.approve(url, marta) };
}

test('a completed sign-in returns the person and the requested page', async () => {
  const { cookie, params } = await beginSignIn('/dashboard?tab=recipes');
  expect(await signIn.finish({ cookie, params })).toMatchObject({
    identity: { email: 'dona@exemplo.com', emailVerified: true, name: 'Dona Marta' },
    returnPath: '/dashboard?tab=recipes',
  });
});

test('a completed sign-in never leads to a page of another site', async () => {
  const { cookie, params } = await beginSignIn('//evil.example');
  expect((await signIn.finish({ cookie, params })).returnPath).toBe('/');
});

test('a sign-in that one process began can be finished by another one with the same secret', async () => {
  const { cookie, params } = await beginSignIn();
  expect(await signInWith(secret).finish({ cookie, params })).toMatchObject({ returnPath: '/' });
});

test('the sign-in cookie contains state, nonce, return path and verifier only in encrypted form', async () => {
  const { url, cookie } = await signIn.begin({ returnPath: '/admin' });
  const { searchParams } = new URL(url);
  const parts = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  for (const hidden of [searchParams.get('state'), searchParams.get('nonce'), '/admin', 'codeVerifier'])
    expect([cookie, ...parts].join(' ')).not.toContain(hidden);
  expect(cookie.length).toBeLessThan(1024);
});

describe('sign-in cookie', () => {
  test('is refused the second time, in any process', async () => {
    const { cookie, params } = await beginSignIn();
    await signIn.finish({ cookie, params });
    await expect(signIn.finish({ cookie, params })).rejects.toEqual(refusal('state'));
    await expect(signInWith(secret).finish({ cookie, params })).rejects.toEqual(refusal('state'));
  });

  test('is accepted once of many simultaneous times', async () => {
    const { cookie, params } = await beginSignIn();
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => signIn.finish({ cookie, params })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is refused after ten minutes', async () => {
    const inTime = await beginSignIn();
    clock.advance(10 * MINUTE - 2 * SECOND);
    await signIn.finish(inTime);
    const late = await beginSignIn();
    clock.advance(10 * MINUTE + SECOND);
    await expect(signIn.finish(late)).rejects.toEqual(refusal('expired'));
  });

  test('is required', async () => {
    const { params } = await beginSignIn();
    for (const cookie of [undefined, '', 'garbage', 'a.b.c.d.e'])
      await expect(signIn.finish({ cookie, params })).rejects.toEqual(refusal('state'));
  });

  test('is refused when it was changed or sealed with another secret', async () => {
    const { cookie, params } = await beginSignIn();
    const swapped = cookie.endsWith('A') ? 'B' : 'A';
    const middle = Math.floor(cookie.length / 2);
    const changed = cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
    await expect(signIn.finish({ cookie: changed, params })).rejects.toEqual(refusal('state'));
    await expect(signIn.finish({ cookie: swapped + cookie.slice(1), params })).rejects.toEqual(refusal('state'));
    await expect(signInWith(randomBytes(32)).finish({ cookie, params })).rejects.toEqual(refusal('state'));
  });

  test('is refused when it was sealed for another purpose, or never expires', async () => {
    const { params } = await beginSignIn();
    const claims = { state: params.state, nonce: 'n', codeVerifier: 'v', returnPath: '/' };
    const sealed = () => new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' });
    const foreign = await sealed().setAudience('other').setExpirationTime('5m').encrypt(secret);
    const endless = await sealed().setAudience('sign-in').encrypt(secret);
    for (const cookie of [foreign, endless])
      await expect(signIn.finish({ cookie, params })).rejects.toEqual(refusal('state'));
  });
});

test('an answer in an older tab does not use up the sign-in cookie of a newer tab', async () => {
  const older = await beginSignIn();
  const newer = await beginSignIn();
  await expect(signIn.finish({ cookie: newer.cookie, params: older.params })).rejects.toEqual(refusal('state'));
  expect(await signIn.finish(newer)).toMatchObject({ identity: { email: marta.email } });
});

test('two tabs can both finish their sign-ins, in either order, each once', async () => {
  const one = await beginSignIn('/dashboard');
  const { url, cookie: both } = await signIn.begin({ returnPath: '/account', cookie: one.cookie });
  const params = await issuer.approve(url, marta);
  const first = await signIn.finish({ cookie: both, params: one.params });
  expect(first).toMatchObject({ returnPath: '/dashboard' });
  await expect(signIn.finish({ cookie: first.cookie, params: one.params })).rejects.toEqual(refusal('state'));
  expect(await signIn.finish({ cookie: first.cookie, params })).toMatchObject({ returnPath: '/account', cookie: '' });
});

test('the sign-in cookie of many tabs stays small enough for browsers, and contains the newest sign-in', async () => {
  let cookie: string | undefined;
  let last = '';
  const path = `/dashboard?${'x'.repeat(480)}`;
  for (let at = 0; at < 9; at += 1) ({ cookie, url: last } = await signIn.begin({ returnPath: path, cookie }));
  expect(cookie?.length).toBeLessThan(4_000);
  expect(await signIn.finish({ cookie, params: await issuer.approve(last, marta) })).toMatchObject({
    returnPath: path,
  });
});

test('a refused code uses up the sign-in cookie', async () => {
  const { cookie, params } = await beginSignIn();
  await expect(signIn.finish({ cookie, params: { ...params, code: 'wrong' } })).rejects.toEqual(refusal('code'));
  await expect(signIn.finish({ cookie, params })).rejects.toEqual(refusal('state'));
});

test('used sign-in states are deleted once their cookies have expired', async () => {
  await pool.query('truncate identity.used_state');
  await signIn.finish(await beginSignIn());
  clock.advance(10 * MINUTE + SECOND);
  await signIn.finish(await beginSignIn());
  expect((await pool.query('select 1 from identity.used_state')).rows).toHaveLength(1);
});
