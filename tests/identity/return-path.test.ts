import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath } from '#identity/transaction-cookie.ts';

test.each([
  '/',
  '/dashboard',
  '/dashboard?tab=recipes',
  '/admin#auditoria',
  '/a//b',
  '/?next=https://evil.example',
  '/@x',
])('the return path %s of a sign-in is kept', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'dashboard',
  ' /dashboard',
  '',
  '/\u0000',
  '/\ud800',
  `/${'x'.repeat(600)}`,
  undefined,
  null,
  7,
  ['/dashboard'],
  { toString: () => '/dashboard' },
])('the return path %j of a sign-in is replaced by /', (path) => {
  expect(safeReturnPath(path)).toBe('/');
});

test('a return path never leads a browser to another origin', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    '\t',
    '\r',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%2e',
    'evil.example',
    'http:',
  );
  const path = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))).map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(path, (asked) => {
      const safe = safeReturnPath(asked);
      const url = new URL(safe, 'https://prumo.example');
      expect(url.origin).toBe('https://prumo.example');
      expect(new URL(url.pathname, 'https://prumo.example').origin).toBe('https://prumo.example');
      expect(safeReturnPath(safe)).toBe(safe);
    }),
    runs(3000),
  );
});
