import { describe, expect, test } from 'vitest';
import { added, dish, fixedCost, given, givenNothing, month, statedTicket, uses } from '#tests/support/given.ts';

const everything = [
  fixedCost('aluguel'),
  month(3, 900, 30),
  statedTicket(40),
  added('farinha'),
  dish('pão', uses('farinha')),
];

describe('opening a business', () => {
  test('records the owner', () => {
    givenNothing()
      .when({ type: 'OpenBusiness', ownerId: 'ana' })
      .gives({ type: 'BusinessOpened', data: { ownerId: 'ana' } });
  });

  test('is refused the second time', () => {
    given().when({ type: 'OpenBusiness', ownerId: 'bia' }).refusedWith('business_already_open');
  });

  test('must come before all other commands', () => {
    const all = [
      { type: 'AddFixedCost', id: 'aluguel', name: 'aluguel', value: 1 },
      { type: 'RecordMonthRevenue', month: 1, value: 0, orders: 0 },
      { type: 'StateAverageTicket', ticket: 0 },
      { type: 'RemoveDish', id: 'pão' },
    ] as const;
    for (const command of all) givenNothing().when(command).refusedWith('business_not_open');
  });
});

describe('changing the owner', () => {
  test('keeps all data of the business', () => {
    const { state } = given(...everything);
    const moved = given(...everything)
      .when({ type: 'ChangeOwner', to: 'bia' })
      .gives({ type: 'BusinessOwnerChanged', data: { from: 'ana', to: 'bia' } });
    expect(moved.state).toEqual({ ...state, ownerId: 'bia', sequence: state.sequence + 1 });
  });

  test('to the current owner changes nothing', () => {
    given().when({ type: 'ChangeOwner', to: 'ana' }).changesNothing();
  });

  test('is refused without a business', () => {
    givenNothing().when({ type: 'ChangeOwner', to: 'bia' }).refusedWith('business_not_open');
  });
});

describe('erasing a business', () => {
  test('leaves no data', () => {
    const { state } = given(...everything)
      .when({ type: 'EraseBusiness' })
      .gives({ type: 'BusinessErased', data: {} });
    const { fixedCosts, variableCosts, months, ingredients, dishes } = state;
    expect([fixedCosts, variableCosts, months, ingredients, dishes].map((rows) => rows.size)).toEqual([0, 0, 0, 0, 0]);
    expect(state).toMatchObject({ erased: true, ownerId: null, statedTicket: null });
  });

  test('happens once, and all later commands are refused', () => {
    const erased = given(...everything)
      .when({ type: 'EraseBusiness' })
      .gives({ type: 'BusinessErased', data: {} });
    erased.when({ type: 'EraseBusiness' }).changesNothing();
    erased.when({ type: 'OpenBusiness', ownerId: 'ana' }).refusedWith('business_erased');
    erased.when({ type: 'ChangeOwner', to: 'bia' }).refusedWith('business_erased');
    erased.when({ type: 'AddFixedCost', id: 'luz', name: 'luz', value: 1 }).refusedWith('business_erased');
    erased.when({ type: 'RemoveDish', id: 'pão' }).refusedWith('business_erased');
  });

  test('is refused without a business', () => {
    givenNothing().when({ type: 'EraseBusiness' }).refusedWith('business_not_open');
  });
});
