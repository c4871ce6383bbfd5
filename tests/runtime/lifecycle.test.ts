import { expect, test } from 'vitest';
import { startInOrder, type OnStop } from '#runtime/lifecycle.ts';

const failing = (text: string) => async (): Promise<never> => {
  throw new Error(text);
};

test('what has been started ends once, the last first', async () => {
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

test('what cannot be ended in order keeps nothing else from ending, and is told of', async () => {
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

test('where one cannot be started the others end, and it is said why, whatever happens meanwhile', async () => {
  const ended: string[] = [];
  const start = async (onStop: OnStop): Promise<void> => {
    onStop(() => ended.push('database'));
    onStop(failing('the log does not close'));
    throw new Error('the port is taken');
  };
  await expect(startInOrder(start)).rejects.toThrow('the port is taken');
  expect(ended).toEqual(['database']);
});
