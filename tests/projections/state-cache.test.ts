import { emptyState } from '#projections/read/stream-state.ts';
import { createProjectedStateCache } from '#projections/runner/state-cache.ts';
import { expect, test } from 'vitest';

const business = (id: string) => emptyState({ kind: 'business', id });

test('the projector’s state cache evicts the least recently used stream first', () => {
  const cache = createProjectedStateCache(18); // The size of an empty business is six.
  for (const id of ['a', 'b', 'c']) cache.set(id, business(id));
  cache.get('a');
  cache.set('d', business('d'));
  expect(['a', 'b', 'c', 'd'].filter((id) => cache.get(id))).toEqual(['a', 'c', 'd']);
});

test('the projector’s state cache counts a stream that is set again once', () => {
  const cache = createProjectedStateCache(12);
  for (let i = 0; i < 10; i += 1) cache.set('a', business('a'));
  cache.set('b', business('b'));
  expect(['a', 'b'].filter((id) => cache.get(id))).toEqual(['a', 'b']);
});

test('the projector’s state cache counts years of sales as much as many costs', () => {
  const cache = createProjectedStateCache(1_000);
  const sold = Array.from({ length: 500 }, (_, i) => ({ dishId: `pizza ${i}`, quantity: 1, revenue: null }));
  const selling = business('b');
  const sales = new Map(['2026-09', '2026-10'].map((month) => [month, { month, channelId: 'balcao', rows: sold }]));
  const { businessWithFigures } = selling.kind === 'business' ? selling : { businessWithFigures: undefined };
  if (!businessWithFigures) throw new Error('not a business');
  for (const id of ['b', 'c', 'd', 'e', 'f'])
    cache.set(id, {
      ...selling,
      businessWithFigures: { ...businessWithFigures, business: { ...businessWithFigures.business, sales } },
    } as typeof selling);
  expect(['b', 'c', 'd', 'e', 'f'].filter((id) => cache.get(id))).toEqual(['c', 'd', 'e', 'f']);
});

test('the projector’s state cache keeps the last stream, however large it is', () => {
  const cache = createProjectedStateCache(1);
  cache.set('a', business('a'));
  cache.set('b', business('b'));
  expect(['a', 'b'].filter((id) => cache.get(id))).toEqual(['b']);
  cache.clear();
  expect(cache.get('b')).toBeUndefined();
});
