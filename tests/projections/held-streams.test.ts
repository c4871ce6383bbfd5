import { unseen } from '#projections/read/held.ts';
import { createHeldStreams } from '#projections/runner/held-streams.ts';
import { expect, test } from 'vitest';

const business = (id: string) => unseen({ kind: 'business', id });

test('the stream that was touched longest ago goes first', () => {
  const held = createHeldStreams(18); // an empty business is six
  for (const id of ['a', 'b', 'c']) held.set(id, business(id));
  held.get('a');
  held.set('d', business('d'));
  expect(['a', 'b', 'c', 'd'].filter((id) => held.get(id))).toEqual(['a', 'c', 'd']);
});

test('a stream that is set again counts once', () => {
  const held = createHeldStreams(12);
  for (let i = 0; i < 10; i += 1) held.set('a', business('a'));
  held.set('b', business('b'));
  expect(['a', 'b'].filter((id) => held.get(id))).toEqual(['a', 'b']);
});

test('the last one stays however big it is', () => {
  const held = createHeldStreams(1);
  held.set('a', business('a'));
  held.set('b', business('b'));
  expect(['a', 'b'].filter((id) => held.get(id))).toEqual(['b']);
  held.clear();
  expect(held.get('b')).toBeUndefined();
});
