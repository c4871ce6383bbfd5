import { setTimeout as sleep } from 'node:timers/promises';
import { forEachClient } from '#projections/runner/fill.ts';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';

const clients = ['one', 'two', 'three'] as unknown as readonly ClientBase[];

test('a rebuild processes every item, one at a time on each connection', async () => {
  const busy = new Set<ClientBase>();
  const done: number[] = [];
  let most = 0;
  await forEachClient(
    clients,
    Array.from({ length: 40 }, (_, n) => n),
    async (client, item) => {
      expect(busy.has(client)).toBe(false);
      busy.add(client);
      most = Math.max(most, busy.size);
      await sleep(item % 4);
      busy.delete(client);
      done.push(item);
    },
  );
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(most).toBe(3);
});

test('a rebuild requests an item only when a connection is free', async () => {
  let asked = 0;
  let ended = 0;
  async function* items(): AsyncGenerator<number> {
    for (; asked < 20;) {
      expect(asked - ended).toBeLessThanOrEqual(clients.length + 1);
      yield (asked += 1);
    }
  }
  await forEachClient(clients, items(), async () => {
    await sleep(1);
    ended += 1;
  });
  expect(ended).toBe(20);
});

test('a rebuild throws its first error after the work in progress has ended', async () => {
  let underWay = 0;
  const begun: number[] = [];
  const work = forEachClient(clients, [0, 1, 2, 3, 4, 5, 6, 7], async (_, item) => {
    begun.push(item);
    underWay += 1;
    await sleep(item === 1 ? 1 : 10);
    underWay -= 1;
    if (item === 1) throw new Error('refused');
  });
  await expect(work).rejects.toThrow('refused');
  expect(underWay).toBe(0);
  expect(begun).toEqual([0, 1, 2]);
});

test('a rebuild throws an error of its source after the work in progress has ended', async () => {
  let underWay = 0;
  async function* items(): AsyncGenerator<number> {
    yield 1;
    throw new Error('the log is away');
  }
  const work = forEachClient(clients, items(), async () => {
    underWay += 1;
    await sleep(5);
    underWay -= 1;
  });
  await expect(work).rejects.toThrow('the log is away');
  expect(underWay).toBe(0);
});
