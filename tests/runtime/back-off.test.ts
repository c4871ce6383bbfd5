import { createBackOff, pauseAfter } from '#runtime/back-off.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const GROWTH = { firstPause: 100, longestPause: 1_000 };

test('a pause doubles after each failure, up to the maximum', () => {
  expect([1, 2, 3, 4, 5, 6].map((failures) => pauseAfter(failures, GROWTH))).toEqual([
    100, 200, 400, 800, 1_000, 1_000,
  ]);
  expect(pauseAfter(5_000, GROWTH)).toBe(1_000); // This is more than a number can be doubled.
});

test('a pause is shortened at random by no more than its jitter', () => {
  const growth = { ...GROWTH, jitter: 0.5 };
  expect(pauseAfter(2, growth, () => 0)).toBe(200);
  expect(pauseAfter(2, growth, () => 0.5)).toBe(150);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const whole = pauseAfter(failures, GROWTH);
      const pause = pauseAfter(failures, growth, () => chance);
      expect(pause).toBeLessThanOrEqual(whole);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
    }),
  );
});

test('a success resets the pause', () => {
  const backOff = createBackOff(GROWTH);
  expect([backOff.next(), backOff.next(), backOff.next()]).toEqual([100, 200, 400]);
  backOff.reset();
  expect([backOff.next(), backOff.next()]).toEqual([100, 200]);
});
