import { findAppName } from '#domain/business/channel/channels.ts';
import { expect, test } from 'vitest';

test.each([
  ['Comissão do iFood', 'iFood'],
  ['taxa IFOOD 27%', 'iFood'],
  ['Rappi', 'Rappi'],
  ['99 Food', '99Food'],
  ['Aiqfome', 'aiqfome'],
  ['Embalagem de delivery', 'Delivery'],
  ['Taxa de entrega', 'Entrega'],
])('the cost %j names the delivery channel %s', (name, app) => {
  expect(findAppName(name)).toBe(app);
});

test.each(['Taxa do cartão', 'Foodtruck'])('the cost %j names no delivery channel', (name) => {
  expect(findAppName(name)).toBeUndefined();
});
