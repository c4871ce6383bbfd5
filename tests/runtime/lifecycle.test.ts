import { expect, test } from 'vitest';
import { startInOrder, type OnStop } from '#runtime/lifecycle.ts';

const failing = (text: string) => async (): Promise<never> => {
  throw new Error(text);
};

test('started parts are stopped once, the last first', async () => {
  const ended: string[] = [];
  const started = await startInOrder(async (onStop) => {
    onStop(() => ended.push('database'));
    onStop(async () => ended.push('server'));
    return { origin: 'here' };
  });
  expect(started.origin).toBe('here');
  await started.stop();
  await started.stop();
  expect(ended).toEqual(['server', 'database']);
});

test('a part whose stop fails prevents no other stop, and the failure is thrown', async () => {
  const ended: string[] = [];
  const started = await startInOrder(async (onStop) => {
    onStop(() => ended.push('database'));
    onStop(failing('the log does not close'));
    onStop(() => ended.push('server'));
    onStop(failing('a request does not end'));
  });
  await expect(started.stop()).rejects.toThrow('a request does not end');
  expect(ended).toEqual(['server', 'database']);
});

test('a failed start stops the other parts, and its own error is thrown, whatever happens meanwhile', async () => {
  const ended: string[] = [];
  const start = async (onStop: OnStop): Promise<void> => {
    onStop(() => ended.push('database'));
    onStop(failing('the log does not close'));
    throw new Error('the port is taken');
  };
  await expect(startInOrder(start)).rejects.toThrow('the port is taken');
  expect(ended).toEqual(['database']);
});
