import { waitAtMost, pause, waitUntil, withTimeout } from '#runtime/waiting.ts';
import { describe, expect, test } from 'vitest';

const never = new Promise<never>(() => undefined);

test('a pause ends early and without an error when it is aborted', async () => {
  const stop = new AbortController();
  const paused = pause(1_000_000, stop.signal);
  stop.abort();
  await expect(paused).resolves.toBeUndefined();
  await expect(pause(1_000_000, AbortSignal.abort())).resolves.toBeUndefined();
});

test('a repeated check runs immediately, then again and again until its time limit', async () => {
  let asked = 0;
  const third = (): boolean => (asked += 1) === 3;
  expect(await waitUntil(third, { everyMs: 1, withinMs: 10_000 })).toBe(true);
  expect(asked).toBe(3);
  expect(await waitUntil(() => true, { everyMs: 1_000_000, withinMs: 0 })).toBe(true);
  expect(await waitUntil(async () => false, { everyMs: 1, withinMs: 5 })).toBe(false);
});

describe('time limits of work', () => {
  const tooLate = () => new Error('too late');

  test('return the result of work that ends in time', async () => {
    await expect(withTimeout(10_000, async () => 'done', tooLate)).resolves.toBe('done');
    await expect(withTimeout(10_000, () => Promise.reject(new Error('broken')), tooLate)).rejects.toThrow('broken');
  });

  test('abort work that exceeds its time, and ignore its result', async () => {
    let told: unknown;
    const work = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => (told = signal.reason));
      return never;
    };
    await expect(withTimeout(1, work, tooLate)).rejects.toThrow('too late');
    expect(told).toMatchObject({ message: 'too late' });
  });

  test('end the wait for work that never ends', async () => {
    await expect(waitAtMost(1, never)).resolves.toBeUndefined();
    await expect(waitAtMost(10_000, Promise.resolve())).resolves.toBeUndefined();
  });
});
