import { emptyState } from '#projections/read/stream-state.ts';
import { createStateCache } from '#projections/runner/state-cache.ts';
import { expect, test } from 'vitest';

const business = (id: string) => emptyState({ kind: 'business', id });

test('the stream that was touched longest ago goes first', () => {
  const cache = createStateCache(18); // an empty business is six
  for (const id of ['a', 'b', 'c']) cache.set(id, business(id));
  cache.get('a');
  cache.set('d', business('d'));
  expect(['a', 'b', 'c', 'd'].filter((id) => cache.get(id))).toEqual(['a', 'c', 'd']);
});

test('a stream that is set again counts once', () => {
  const cache = createStateCache(12);
  for (let i = 0; i < 10; i += 1) cache.set('a', business('a'));
  cache.set('b', business('b'));
  expect(['a', 'b'].filter((id) => cache.get(id))).toEqual(['a', 'b']);
});

test('the last one stays however big it is', () => {
  const cache = createStateCache(1);
  cache.set('a', business('a'));
  cache.set('b', business('b'));
  expect(['a', 'b'].filter((id) => cache.get(id))).toEqual(['b']);
  cache.clear();
  expect(cache.get('b')).toBeUndefined();
});
