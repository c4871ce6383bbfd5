import { startPaymentWorker } from '#payments/payment-worker.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SWEEP = 600_000;

function under(notices: (signal: AbortSignal) => Promise<number> = async () => 0) {
  const errors: unknown[] = [];
  const looked = vi.fn<typeof notices>(notices);
  const swept = vi.fn<() => Promise<void>>(async () => undefined);
  const work = { notices: looked, sweep: swept, onError: (error: unknown) => void errors.push(error) };
  const worker = startPaymentWorker(work, SWEEP);
  return { worker, looked, swept, errors };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('the worker handles notices and sweeps at the start and then at its interval', async () => {
  const { worker, looked, swept } = under();
  await settle();
  expect([looked.mock.calls.length, swept.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(SWEEP);
  expect([looked.mock.calls.length, swept.mock.calls.length]).toEqual([601, 2]);
  await worker.stop();
  await vi.advanceTimersByTimeAsync(SWEEP);
  expect([looked.mock.calls.length, swept.mock.calls.length]).toEqual([601, 2]);
});

test('the worker continues while there is work, one round at a time, and misses no wake-up', async () => {
  let left = 3;
  let atOnce = 0;
  const { worker, looked } = under(async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await Promise.resolve();
    atOnce -= 1;
    left -= 1;
    return left > 0 ? 1 : 0;
  });
  worker.wake();
  worker.wake();
  await settle();
  expect(left).toBeLessThanOrEqual(0);
  const before = looked.mock.calls.length;
  worker.wake();
  await settle();
  expect(looked.mock.calls.length).toBe(before + 1);
  await worker.stop();
});

test('a failure is reported, and the next round follows', async () => {
  let fails = true;
  const { worker, looked, errors } = under(async () => {
    if (fails) throw new Error('away');
    return 0;
  });
  await settle();
  expect(errors).toHaveLength(1);
  fails = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looked.mock.calls.length).toBe(2);
  await worker.stop();
});

test('a stop aborts the work in progress and waits for it', async () => {
  let ended = false;
  const { worker } = under(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended = true;
          resolve(1);
        });
      }),
  );
  await worker.stop();
  expect(ended).toBe(true);
});
