import {
  dayAfter,
  dayOf,
  endOfDay,
  futureProblem,
  isDay,
  monthsBefore,
  readMoment,
  startOfDay,
} from '#contract/instants.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the requested moment of the past', () => {
  test.each([
    ['2026-03-31', '2026-03-31T03:00:00.000Z', '2026-04-01T02:59:59.999Z'],
    ['2024-02-29', '2024-02-29T03:00:00.000Z', '2024-03-01T02:59:59.999Z'],
    // Summer time of 2018/19 began at midnight, so that day had 23 hours, and the day of its end had 25.
    ['2018-11-03', '2018-11-03T03:00:00.000Z', '2018-11-04T02:59:59.999Z'],
    ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T02:59:59.999Z'],
  ])('is for %s the whole day in São Paulo, from %s to %s', (text, start, end) => {
    expect(readMoment(text)).toEqual({ start, end });
  });

  test.each([
    ['2026-03-31T18:00:00-03:00', '2026-03-31T21:00:00.000Z'],
    // The plus of this offset was lost in an address.
    ['2026-03-31T18:00:00 03:00', '2026-03-31T15:00:00.000Z'],
    ['2026-03-31T18:00:00+02:00', '2026-03-31T16:00:00.000Z'],
    ['2026-03-31T21:00:00Z', '2026-03-31T21:00:00.000Z'],
    ['2026-03-31T21:00Z', '2026-03-31T21:00:00.000Z'],
    ['2026-03-31T21:00:00.1239Z', '2026-03-31T21:00:00.123Z'],
  ])('is for %s the instant %s', (text, at) => {
    expect(readMoment(text)?.end).toBe(at);
  });

  test.each([
    '',
    'ontem',
    '31/03/2026',
    '2026-02-29',
    '2026-13-01',
    '2026-3-1',
    '0000-01-01',
    '20260331',
    '2026-03-31 18:00',
    '2026-03-31T18:00:00',
    '2026-03-31T24:00:00Z',
    '2026-03-31T18:60:00Z',
    '2026-02-30T18:00:00Z',
    '2026-03-31T18:00:00+25:00',
    '+012026-03-31T18:00:00Z',
    ' 2026-03-31',
    '2026-03-31\n',
  ])('is refused for %j', (text) => {
    expect(readMoment(text)).toBeUndefined();
  });

  test('is refused in the future, and accepted today, however late it is', () => {
    const now = new Date('2026-04-01T01:30:00.000Z'); // This is half past ten in the evening of 31 March.
    expect(futureProblem({ start: '2026-03-31T03:00:00.000Z', end: '2026-04-01T02:59:59.999Z' }, now)).toBeUndefined();
    expect(futureProblem({ start: now.toISOString(), end: now.toISOString() }, now)).toBeUndefined();
    expect(futureProblem({ start: '2026-04-01T03:00:00.000Z', end: '2026-04-02T02:59:59.999Z' }, now)).toMatch(/data/);
    expect(futureProblem({ start: '2026-04-01T01:30:00.001Z', end: '2026-04-01T01:30:00.001Z' }, now)).toMatch(/data/);
  });
});

test.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-11-21', 12, '2025-11-21'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-05-31', 18, '2024-11-30'],
])('the day %s minus %i months is %s', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});

describe('calendar days', () => {
  const anyDay = fc.integer({ min: -25_000, max: 40_000 }).map((days) => dayAfter('2000-01-01', days));

  test('follow each other without a gap, and each contains its own beginning and end', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(isDay(day)).toBe(true);
        expect(dayOf(startOfDay(day))).toBe(day);
        expect(dayOf(endOfDay(day))).toBe(day);
        expect(Date.parse(startOfDay(dayAfter(day, 1))) - Date.parse(endOfDay(day))).toBe(1);
        expect(dayAfter(dayAfter(day, 40), -40)).toBe(day);
      }),
      runs(300),
    );
  });
});
