import { expect, it } from 'vitest';
import { logIdOf, UnknownPosition } from '#eventstore/port.ts';
import { formatPosition, parsePosition } from '#eventstore/position.ts';

it('writes positions that compare as text', () => {
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
])('takes %j for no position of this log', (text) => {
  expect(() => parsePosition('log', text)).toThrow(UnknownPosition);
});

it('copes with a log id that has a colon', () => {
  const position = formatPosition('esdb:1', 7);
  expect(logIdOf(position)).toBe('esdb:1');
  expect(parsePosition('esdb:1', position)).toBe(7);
});
