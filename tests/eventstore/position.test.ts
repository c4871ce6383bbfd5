import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logIdOf, UnknownPosition, formatPosition, parsePosition } from '#eventstore/port.ts';
import { runs } from '#tests/support/property-runs.ts';

it('positions are written so that they compare as text', () => {
  expect(formatPosition('log', 42)).toBe('log:00000000000000000042');
  const numbers = [1, 9, 10, 99, 100, 12_345, Number.MAX_SAFE_INTEGER];
  const texts = numbers.map((n) => formatPosition('log', n));
  expect(texts.toSorted()).toEqual(texts);
  expect(texts.map((text) => parsePosition('log', text))).toEqual(numbers);
});

it.each([
  '',
  'log',
  'log:',
  'log:1',
  'log:0000000000000000004x',
  'other:00000000000000000042',
  'log:000000000000000000421',
])('%j is refused as a position of this log', (text) => {
  expect(() => parsePosition('log', text)).toThrow(UnknownPosition);
});

it('a log id may contain a colon', () => {
  const position = formatPosition('esdb:1', 7);
  expect(logIdOf(position)).toBe('esdb:1');
  expect(parsePosition('esdb:1', position)).toBe(7);
});

it('every written position is read back, and two positions compare like their numbers', () => {
  const logId = fc.oneof(fc.uuid(), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(logId, fc.maxSafeNat(), fc.maxSafeNat(), (id, a, b) => {
      const [first, second] = [formatPosition(id, a), formatPosition(id, b)];
      expect([logIdOf(first), parsePosition(id, first)]).toEqual([id, a]);
      expect(first < second).toBe(a < b);
    }),
    runs(100),
  );
});
