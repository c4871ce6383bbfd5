import { startPaymentWorker } from '#payments/payment-worker.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SWEEP = 600_000;

function startWorker(notices: (signal: AbortSignal) => Promise<number> = async () => 0) {
  const errors: unknown[] = [];
  const handleNotices = vi.fn<typeof notices>(notices);
  const sweep = vi.fn<() => Promise<void>>(async () => undefined);
  const work = {
    handleNotifications: handleNotices,
    rereadDueCharges: sweep,
    onError: (error: unknown) => void errors.push(error),
  };
  const worker = startPaymentWorker(work, SWEEP);
  return { worker, handleNotices, sweep, errors };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('the payment worker handles notices and sweeps at the start and then at its interval', async () => {
  const { worker, handleNotices, sweep } = startWorker();
  await settle();
  expect([handleNotices.mock.calls.length, sweep.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(SWEEP);
  expect([handleNotices.mock.calls.length, sweep.mock.calls.length]).toEqual([601, 2]);
  await worker.stop();
  await vi.advanceTimersByTimeAsync(SWEEP);
  expect([handleNotices.mock.calls.length, sweep.mock.calls.length]).toEqual([601, 2]);
});

test('the payment worker continues while there is work, one round at a time, and misses no wake-up', async () => {
  let left = 3;
  let atOnce = 0;
  const { worker, handleNotices } = startWorker(async () => {
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
  const before = handleNotices.mock.calls.length;
  worker.wake();
  await settle();
  expect(handleNotices.mock.calls.length).toBe(before + 1);
  await worker.stop();
});

test('the payment worker reports a failure and continues with the next round', async () => {
  let fails = true;
  const { worker, handleNotices, errors } = startWorker(async () => {
    if (fails) throw new Error('away');
    return 0;
  });
  await settle();
  expect(errors).toHaveLength(1);
  fails = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(handleNotices.mock.calls.length).toBe(2);
  await worker.stop();
});

test('stopping the payment worker aborts the work in progress and waits for it', async () => {
  let ended = false;
  const { worker } = startWorker(
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
