import { expect, test } from 'vitest';
import { identityFrom } from '#identity/openid.ts';

const claims = { iss: 'https://accounts.google.com', sub: '1', email: 'ze.silva@exemplo.com', email_verified: true };
const nameOf = (name: unknown): string => identityFrom({ ...claims, name }).name;
const pictureOf = (picture: unknown): string | undefined => identityFrom({ ...claims, picture }).picture;

test('the name in an ID token is cleaned and cut to 80 characters, or replaced by the e-mail’s first part', () => {
  expect(nameOf('  Zé da Silva ')).toBe('Zé da Silva');
  expect(nameOf('Zé\u0000\u0007\ud800\u202e\u2066 Silva')).toBe('Zé Silva');
  expect(nameOf('🍕'.repeat(100))).toBe('🍕'.repeat(80));
  for (const missing of [undefined, null, '', '  ', '\u0000', 7, ['Zé']]) expect(nameOf(missing)).toBe('ze.silva');
});

test('an ID token with an e-mail of unusable characters gives no name', () => {
  for (const mark of ['\u0000', '\ud800', '\u202e', '\u200f'])
    expect(() => identityFrom({ ...claims, email: `ze${mark}@exemplo.com` })).toThrow('no usable e-mail');
});

test('the strength of the sign-in is not read from an ID token, because nothing depends on it', () => {
  const strong = { acr: 'urn:mace:incommon:iap:gold', amr: ['mfa', 'hwk'], auth_time: Math.floor(Date.now() / 1_000) };
  expect(identityFrom({ ...claims, ...strong })).toEqual(identityFrom(claims));
});

test('the picture in an ID token must be an https address, and is empty otherwise', () => {
  expect(pictureOf('https://lh3.googleusercontent.com/a/x')).toBe('https://lh3.googleusercontent.com/a/x');
  for (const bad of [
    'http://x.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'x',
    7,
    `https://x/${'x'.repeat(1000)}`,
  ])
    expect(pictureOf(bad)).toBeUndefined();
});
