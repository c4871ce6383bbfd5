import { expect, test } from 'vitest';
import { sessionCookie, signInCookie } from '#identity/cookies.ts';

const always = { httpOnly: true, sameSite: 'lax', path: '/' };

test('on https the cookies are bound to the host', () => {
  expect(sessionCookie('https://prumo.example')).toMatchObject({
    name: '__Host-session',
    attributes: { ...always, secure: true },
  });
  expect(signInCookie('https://prumo.example')).toMatchObject({
    name: '__Host-sign-in',
    attributes: { ...always, secure: true, maxAge: 600_000 },
  });
});

test('on http the plain names are used, because browsers refuse the prefix there', () => {
  expect(sessionCookie('http://localhost:3000')).toMatchObject({
    name: 'session',
    attributes: { ...always, secure: false },
  });
  expect(signInCookie('http://localhost:3000')).toMatchObject({
    name: 'sign-in',
    attributes: { ...always, secure: false },
  });
});

test('no domain: other hosts of the same site never see them', () => {
  expect(sessionCookie('https://prumo.example').attributes).not.toHaveProperty('domain');
});
