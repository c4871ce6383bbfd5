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
  ['Taxa do cartão', undefined],
  ['Foodtruck', undefined],
])('the cost %j names the delivery channel %s', (name, app) => {
  expect(findAppName(name)).toBe(app);
});
