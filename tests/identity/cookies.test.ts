import { expect, test } from 'vitest';
import { sessionCookie, signInCookie } from '#identity/cookies.ts';

const always = { httpOnly: true, sameSite: 'lax', path: '/' };

test('cookies are bound to their host on https', () => {
  expect(sessionCookie('https://prumo.example')).toMatchObject({
    name: '__Host-session',
    attributes: { ...always, secure: true },
  });
  expect(signInCookie('https://prumo.example')).toMatchObject({
    name: '__Host-sign-in',
    attributes: { ...always, secure: true, maxAge: 600_000 },
  });
});

test('cookies have plain names on http, because browsers refuse the prefix there', () => {
  expect(sessionCookie('http://localhost:3000')).toMatchObject({
    name: 'session',
    attributes: { ...always, secure: false },
  });
  expect(signInCookie('http://localhost:3000')).toMatchObject({
    name: 'sign-in',
    attributes: { ...always, secure: false },
  });
});

test('cookies have no domain, so that other hosts of the same site never receive them', () => {
  expect(sessionCookie('https://prumo.example').attributes).not.toHaveProperty('domain');
});
