import { QUOTAS } from '#domain/limits.ts';
import { given, many, units, variableCost } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';
import { findAppName } from '#domain/business/channel/channels.ts';

describe('variable costs', () => {
  test('are added, changed and removed like fixed costs, in percent', () => {
    given()
      .when({ type: 'AddVariableCost', id: 'c', name: 'Cartão', percentage: units(3.5) })
      .gives({ type: 'VariableCostAdded', data: { id: 'c', name: 'Cartão', percentage: units(3.5) } })
      .when({ type: 'ChangeVariableCost', id: 'c', name: 'Maquininha', percentage: units(4), version: 1 })
      .gives(
        { type: 'VariableCostRenamed', data: { id: 'c', from: 'Cartão', to: 'Maquininha' } },
        { type: 'VariableCostRateChanged', data: { id: 'c', name: 'Maquininha', from: units(3.5), to: units(4) } },
      )
      .when({ type: 'RemoveVariableCost', id: 'c', version: 3 })
      .gives({
        type: 'VariableCostRemoved',
        data: { id: 'c', name: 'Maquininha', percentage: units(4), version: 3 },
      });
  });

  test('refuse a taken id, an unknown id and an outdated version, and record nothing without a change', () => {
    const held = given(variableCost('cartão', 3));
    held.when({ type: 'AddVariableCost', id: 'cartão', name: 'x', percentage: 1 }).refusedWith('id_taken');
    held.when({ type: 'ChangeVariableCost', id: 'outro' }).refusedWith('variable_cost_unknown');
    held.when({ type: 'RemoveVariableCost', id: 'outro' }).refusedWith('variable_cost_unknown');
    held
      .when({ type: 'ChangeVariableCost', id: 'cartão', percentage: 1, version: 7 })
      .refusedWith('changed_meanwhile', { given: 7, current: 1 });
    held.when({ type: 'RemoveVariableCost', id: 'cartão', version: 0 }).refusedWith('changed_meanwhile');
    held.when({ type: 'ChangeVariableCost', id: 'cartão', name: 'cartão', percentage: units(3) }).changesNothing();
  });

  test('are limited to 100', () => {
    given(many(QUOTAS.variableCosts, variableCost))
      .when({ type: 'AddVariableCost', id: 'x', name: 'x', percentage: 1 })
      .refusedWith('too_many_variable_costs', { limit: 100 });
  });
});

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
