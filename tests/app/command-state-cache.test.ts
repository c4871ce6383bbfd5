import { businessAggregate } from '#app/aggregate.ts';
import { createCommandStateCache, type CommandState, HandledRequests } from '#app/command-state-cache.ts';
import type { Business } from '#domain/business/state.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { expect, test } from 'vitest';

const stateOf = (business: Partial<Business>): CommandState<Business> => ({
  state: { ...emptyBusiness, ...business },
  revision: 0n,
  position: null,
  at: '',
  requests: new HandledRequests(),
});

/** The rows of a month in a channel count a fifth as much as entities. */
function selling(rows: number): CommandState<Business> {
  const sold = Array.from({ length: rows }, (_, i) => ({ dishId: `pizza ${i}`, quantity: 1, revenue: null }));
  const month = { month: '2026-10', channelId: 'balcao', rows: sold };
  return stateOf({ sales: new Map([['2026-10 balcao', month]]) });
}

const cacheOf = (limits: { readonly size: number; readonly capacity?: number }) =>
  createCommandStateCache({ log: createMemoryLog(), aggregate: businessAggregate, ...limits });

function cachedStreams(cache: ReturnType<typeof cacheOf>): string {
  return ['a', 'b', 'c', 'd'].filter((stream) => cache.get(stream) !== undefined).join('');
}

test('the state cache keeps a limited number of streams, those used most recently', () => {
  const cache = cacheOf({ size: 2 });
  for (const stream of ['a', 'b', 'a', 'c']) cache.put(stream, stateOf({}));
  expect(cachedStreams(cache)).toBe('ac');
});

test('the state cache keeps fewer streams when they hold years of sales, and always the last one', () => {
  const cache = cacheOf({ size: 100, capacity: 250 });
  for (const stream of ['a', 'b']) cache.put(stream, selling(500));
  expect(cachedStreams(cache)).toBe('ab');
  cache.put('c', selling(500));
  expect(cachedStreams(cache)).toBe('bc');
  cache.put('d', selling(5_000));
  expect(cachedStreams(cache)).toBe('d');
});

test('the state cache has room for other streams after one was forgotten or has shrunk', () => {
  const cache = cacheOf({ size: 100, capacity: 250 });
  for (const stream of ['a', 'b']) cache.put(stream, selling(500));
  cache.forget('a');
  cache.put('b', stateOf({}));
  for (const stream of ['c', 'd']) cache.put(stream, selling(500));
  expect(cachedStreams(cache)).toBe('bcd');
});
