import { LIMITS, QUOTAS } from '#domain/limits.ts';
import {
  fixedCost,
  given,
  givenNothing,
  many,
  month,
  statedTicket,
  units,
  variableCost,
} from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

describe('opening a business', () => {
  test('names its owner', () => {
    givenNothing()
      .when({ type: 'OpenBusiness', ownerId: 'ana' })
      .gives({ type: 'BusinessOpened', data: { ownerId: 'ana' } });
  });

  test('happens once', () => {
    given().when({ type: 'OpenBusiness', ownerId: 'bia' }).refusedWith('business_already_open');
  });

  test('comes before everything else', () => {
    const all = [
      { type: 'AddFixedCost', id: 'aluguel', name: 'aluguel', value: 1 },
      { type: 'RecordMonthRevenue', month: 1, value: 0, orders: 0 },
      { type: 'StateAverageTicket', ticket: 0 },
      { type: 'RemoveDish', id: 'pão' },
    ] as const;
    for (const command of all) givenNothing().when(command).refusedWith('business_not_open');
  });
});

describe('fixed costs', () => {
  test('an added one says all that it is', () => {
    given()
      .when({ type: 'AddFixedCost', id: 'a', name: 'Aluguel', value: units(3500) })
      .gives({ type: 'FixedCostAdded', data: { id: 'a', name: 'Aluguel', value: units(3500) } });
  });

  test('an id is taken by what has it now', () => {
    given(fixedCost('aluguel'))
      .when({ type: 'AddFixedCost', id: 'aluguel', name: 'Luz', value: 1 })
      .refusedWith('id_taken');
  });

  test('two may have the same name', () => {
    given(fixedCost('aluguel'))
      .when({ type: 'AddFixedCost', id: 'b', name: 'aluguel', value: 1 })
      .gives({ type: 'FixedCostAdded', data: { id: 'b', name: 'aluguel', value: 1 } });
  });

  test('a change says from what to what, and only what changes', () => {
    given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', value: units(250) })
      .gives({
        type: 'FixedCostAmountChanged',
        data: { id: 'luz', name: 'luz', from: units(200), to: units(250) },
      });
    given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', name: 'Energia', value: units(200) })
      .gives({ type: 'FixedCostRenamed', data: { id: 'luz', from: 'luz', to: 'Energia' } });
  });

  test('a change of both is two events, the second under the new name', () => {
    const after = given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', name: 'Energia', value: 0 })
      .gives(
        { type: 'FixedCostRenamed', data: { id: 'luz', from: 'luz', to: 'Energia' } },
        { type: 'FixedCostAmountChanged', data: { id: 'luz', name: 'Energia', from: units(200), to: 0 } },
      );
    expect(after.state.fixedCosts.get('luz')).toMatchObject({ name: 'Energia', value: 0, version: 3 });
  });

  test('what stays as it is, is no change', () => {
    given(fixedCost('luz', 200)).when({ type: 'ChangeFixedCost', id: 'luz' }).changesNothing();
    given(fixedCost('luz', 200))
      .when({ type: 'ChangeFixedCost', id: 'luz', name: 'luz', value: units(200), version: 1 })
      .changesNothing();
  });

  test('a removed one is carried whole', () => {
    const removed = { id: 'luz', name: 'luz', value: units(200), version: 1 };
    const after = given(fixedCost('luz', 200))
      .when({ type: 'RemoveFixedCost', id: 'luz' })
      .gives({ type: 'FixedCostRemoved', data: removed });
    after.when({ type: 'RemoveFixedCost', id: 'luz' }).refusedWith('fixed_cost_unknown');
  });

  test('unknown ones are neither changed nor removed, whatever version is named', () => {
    given(variableCost('luz'))
      .when({ type: 'ChangeFixedCost', id: 'luz', version: 1 })
      .refusedWith('fixed_cost_unknown');
    given(variableCost('luz'))
      .when({ type: 'RemoveFixedCost', id: 'luz', version: 1 })
      .refusedWith('fixed_cost_unknown');
  });

  test('who had an older version in view is refused, even when nothing would change', () => {
    const changed = given(fixedCost('luz', 200), [
      { type: 'FixedCostAmountChanged', data: { id: 'luz', name: 'luz', from: units(200), to: units(250) } },
    ]);
    const stale = { given: 1, current: 2 };
    changed
      .when({ type: 'ChangeFixedCost', id: 'luz', value: units(250), version: 1 })
      .refusedWith('changed_meanwhile', stale);
    changed.when({ type: 'RemoveFixedCost', id: 'luz', version: 1 }).refusedWith('changed_meanwhile', stale);
    changed.when({ type: 'ChangeFixedCost', id: 'luz', value: units(250), version: 2 }).changesNothing();
  });

  test('are at most 300', () => {
    const one = { type: 'AddFixedCost', id: 'x', name: 'x', value: 1 } as const;
    given(many(QUOTAS.fixedCosts - 1, fixedCost))
      .when(one)
      .gives({ type: 'FixedCostAdded', data: { id: 'x', name: 'x', value: 1 } })
      .when({ ...one, id: 'y' })
      .refusedWith('too_many_fixed_costs', { limit: 300 });
  });

  test('keep the order in which they were added, through changes; a new one comes last', () => {
    const { state } = given(
      fixedCost('c'),
      fixedCost('a'),
      fixedCost('b'),
      [{ type: 'FixedCostRenamed', data: { id: 'c', from: 'c', to: 'z' } }],
      [{ type: 'FixedCostRemoved', data: { id: 'a', name: 'a', value: units(100), version: 1 } }],
      fixedCost('a'),
    );
    expect([...state.fixedCosts.keys()]).toEqual(['c', 'b', 'a']);
    const sequences = [...state.fixedCosts.values()].map((cost) => cost.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });
});

describe('variable costs', () => {
  test('are added, changed and removed like fixed ones, in percent', () => {
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

  test('refuse a taken id, an unknown one and a stale version; what stays is no change', () => {
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

  test('are at most 100', () => {
    given(many(QUOTAS.variableCosts, variableCost))
      .when({ type: 'AddVariableCost', id: 'x', name: 'x', percentage: 1 })
      .refusedWith('too_many_variable_costs', { limit: 100 });
  });
});

describe('revenue of a month', () => {
  const january = { type: 'RecordMonthRevenue', month: 1, value: units(30_000), orders: 900 } as const;

  test('the first record comes from nothing', () => {
    given()
      .when(january)
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: units(30_000), orders: 900 } },
      });
  });

  test('a second one replaces it and says what was there', () => {
    const after = given(month(1, 30_000, 900))
      .when({ ...january, orders: 950 })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: { value: units(30_000), orders: 900 }, to: { value: units(30_000), orders: 950 } },
      });
    expect(after.state.months.get(1)).toEqual({ month: 1, value: units(30_000), orders: 950, version: 2 });
  });

  test('the same again is no change', () => {
    given(month(1, 30_000, 900))
      .when(january)
      .changesNothing();
  });

  test('nothing in a month never filled is no change; nothing in a filled one empties it', () => {
    const empty = { type: 'RecordMonthRevenue', month: 1, value: 0, orders: 0 } as const;
    given().when(empty).changesNothing();
    given(month(1, 30_000, 900))
      .when(empty)
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: { value: units(30_000), orders: 900 }, to: { value: 0, orders: 0 } },
      })
      .when(empty)
      .changesNothing();
  });

  test('orders without revenue and revenue without orders are records too', () => {
    given()
      .when({ ...january, value: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: 0, orders: 900 } } });
    given()
      .when({ ...january, orders: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: units(30_000), orders: 0 } } });
  });

  test('a month never filled is at version 0', () => {
    given()
      .when({ ...january, version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 0 });
    given(month(1, 1, 1))
      .when({ ...january, version: 0 })
      .refusedWith('changed_meanwhile', { given: 0, current: 1 });
    given()
      .when({ ...january, version: 0 })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: units(30_000), orders: 900 } },
      });
  });

  test('the biggest amount is an ordinary one', () => {
    const { max } = LIMITS.monthlyRevenue;
    given()
      .when({ ...january, value: max, orders: LIMITS.orders.max })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: max, orders: LIMITS.orders.max } },
      });
  });
});

describe('the stated average ticket', () => {
  test('is news when the months say nothing', () => {
    given()
      .when({ type: 'StateAverageTicket', ticket: units(48) })
      .gives({ type: 'AverageTicketStated', data: { from: null, to: units(48) } })
      .when({ type: 'StateAverageTicket', ticket: units(50) })
      .gives({ type: 'AverageTicketStated', data: { from: units(48), to: units(50) } });
  });

  test('is no news when it is zero or was stated last', () => {
    given().when({ type: 'StateAverageTicket', ticket: 0 }).changesNothing();
    given(statedTicket(48)).when({ type: 'StateAverageTicket', ticket: 0 }).changesNothing();
    given(statedTicket(48))
      .when({ type: 'StateAverageTicket', ticket: units(48) })
      .changesNothing();
  });

  test('is no news when it is what the months give, rounded to four decimals', () => {
    // 79 350,50 in 1 267 orders → 62,62865…
    const months = month(1, 79_350.5, 1267);
    given(months).when({ type: 'StateAverageTicket', ticket: 626_287 }).changesNothing();
    given(months)
      .when({ type: 'StateAverageTicket', ticket: 626_286 })
      .gives({ type: 'AverageTicketStated', data: { from: null, to: 626_286 } });
  });
});
