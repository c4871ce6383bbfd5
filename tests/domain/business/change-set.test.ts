import type { BusinessCommand, SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { QUOTAS } from '#domain/limits.ts';
import {
  added,
  fixedCost,
  given,
  givenNothing,
  many,
  month,
  pricedDish,
  repriced,
  units,
  uses,
} from '#tests/support/given.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const changeSet = (...commands: readonly SingleCommand[]): BusinessCommand => ({ type: 'ApplyChangeSet', commands });

const addFlour: SingleCommand = {
  type: 'AddIngredient',
  id: 'farinha',
  name: 'farinha',
  unit: 'kg',
  unitPrice: units(5),
};
const addBread: SingleCommand = { type: 'AddDish', id: 'pão', name: 'pão', salePrice: units(8) };
const flourInBread: SingleCommand = {
  type: 'AddDishIngredient',
  dishId: 'pão',
  ingredientId: 'farinha',
  quantity: units(0.5),
};
const reprice = (id: string, unitPrice: number): SingleCommand => ({
  type: 'ChangeIngredient',
  id,
  unitPrice: units(unitPrice),
});

describe('a change set', () => {
  test('decides its commands in order, each on the state after those before it', () => {
    const { state } = given()
      .when(changeSet(addFlour, addBread, flourInBread, reprice('farinha', 6)))
      .gives(
        { type: 'IngredientAdded', data: { id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(5) } },
        { type: 'DishAdded', data: { id: 'pão', name: 'pão', salePrice: units(8) } },
        {
          type: 'DishIngredientAdded',
          data: {
            dishId: 'pão',
            dishName: 'pão',
            ingredientId: 'farinha',
            ingredientName: 'farinha',
            unit: 'kg',
            quantity: units(0.5),
            ownUnit: 'kg',
          },
        },
        {
          type: 'IngredientRepriced',
          data: { id: 'farinha', name: 'farinha', unit: 'kg', from: units(5), to: units(6) },
        },
      );
    expect(state.ingredients.get('farinha')).toMatchObject({ unitPrice: units(6), version: 2 });
  });

  test('records each of two changes to the same field, from value to value', () => {
    given(added('farinha', 4))
      .when(changeSet(reprice('farinha', 5), reprice('farinha', 4)))
      .gives(
        {
          type: 'IngredientRepriced',
          data: { id: 'farinha', name: 'farinha', unit: 'kg', from: units(4), to: units(5) },
        },
        {
          type: 'IngredientRepriced',
          data: { id: 'farinha', name: 'farinha', unit: 'kg', from: units(5), to: units(4) },
        },
      );
  });

  test('can remove an ingredient after the only dish that uses it, but not before', () => {
    const bakery = given(added('farinha'), pricedDish('pão', 8, uses('farinha')));
    const dish: SingleCommand = { type: 'RemoveDish', id: 'pão' };
    const flour: SingleCommand = { type: 'RemoveIngredient', id: 'farinha' };
    expect(bakery.when(changeSet(flour, dish)).refusedWith('one_of_them')).toBeUndefined();
    bakery.when(changeSet(dish, flour)).gives(
      {
        type: 'DishRemoved',
        data: {
          id: 'pão',
          name: 'pão',
          salePrice: units(8),
          version: 2,
          lines: [{ ingredientId: 'farinha', ingredientName: 'farinha', quantity: units(1), version: 1 }],
        },
      },
      {
        type: 'IngredientRemoved',
        data: { id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(4), version: 1 },
      },
    );
  });

  test('without an effect makes no events', () => {
    given(added('farinha', 4)).when(changeSet()).changesNothing();
    given(added('farinha', 4))
      .when(changeSet(reprice('farinha', 4)))
      .changesNothing();
  });

  test('does not modify the state on which it was decided', () => {
    const before = given(added('farinha', 4), pricedDish('pão', 8, uses('farinha')));
    const copy = structuredClone(before.state);
    before.when(changeSet(reprice('farinha', 9), { type: 'RemoveDish', id: 'pão' }, addFlour));
    before.when(changeSet(reprice('farinha', 9), { type: 'RemoveDish', id: 'pão' }));
    expect(before.state).toEqual(copy);
  });
});

describe('a refused command in a change set', () => {
  test('refuses the whole set, with its index and its own reason', () => {
    given(added('farinha', 4))
      .when(changeSet(reprice('farinha', 5), reprice('fubá', 5), reprice('farinha', 6)))
      .refusedWith('one_of_them', { index: 1, because: { refusal: 'ingredient_unknown' } });
  });

  test('may be refused because of an earlier command of the set', () => {
    given()
      .when(changeSet(addFlour, addBread, flourInBread, flourInBread))
      .refusedWith('one_of_them', {
        index: 3,
        because: { refusal: 'ingredient_already_in_dish', ingredient: 'farinha', dish: 'pão' },
      });
    given(many(QUOTAS.fixedCosts - 1, fixedCost))
      .when(
        changeSet(
          { type: 'AddFixedCost', id: 'a', name: 'a', value: 1 },
          { type: 'AddFixedCost', id: 'b', name: 'b', value: 1 },
        ),
      )
      .refusedWith('one_of_them', { index: 1, because: { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts } });
  });
});

describe('a version in a change set', () => {
  const seen = (version: number, command: SingleCommand) => ({ ...command, version }) as SingleCommand;
  const typesOf = (state: Business, ...commands: readonly SingleCommand[]) => {
    const decision = decide(state, changeSet(...commands));
    return isRefusal(decision) ? decision : decision.map(({ type }) => type);
  };

  test('that is outdated refuses the whole set, with the index of the command', () => {
    given(added('farinha', 4), repriced('farinha', 4, 5), added('sal', 2))
      .when(changeSet(seen(1, reprice('sal', 3)), seen(1, reprice('farinha', 6)), addBread))
      .refusedWith('one_of_them', { index: 1, because: { refusal: 'changed_meanwhile', given: 1, current: 2 } });
  });

  test('that is outdated refuses the set even for an unchanged or removed entity', () => {
    const business = given(added('farinha', 4), repriced('farinha', 4, 5));
    const because = { refusal: 'changed_meanwhile', given: 1, current: 2 } as const;
    business.when(changeSet(seen(1, reprice('farinha', 5)))).refusedWith('one_of_them', { index: 0, because });
    const removal: SingleCommand = { type: 'RemoveIngredient', id: 'farinha', version: 1 };
    business.when(changeSet(addBread, removal)).refusedWith('one_of_them', { index: 1, because });
  });

  test('refers to the state before the set, whatever earlier commands changed', () => {
    const { state } = given(added('farinha', 4), pricedDish('pão', 8, uses('farinha', 1)));
    const flourOfBread = { dishId: 'pão', ingredientId: 'farinha' } as const;
    const made = typesOf(
      state,
      seen(1, reprice('farinha', 5)),
      seen(1, reprice('farinha', 6)),
      seen(1, { type: 'ChangeDishIngredient', ...flourOfBread, quantity: units(2) }),
      seen(2, { type: 'ChangeDish', id: 'pão', salePrice: units(9) }),
      seen(1, { type: 'RemoveDishIngredient', ...flourOfBread }),
    );
    expect(made).toEqual([
      'IngredientRepriced',
      'IngredientRepriced',
      'DishIngredientQuantityChanged',
      'DishPriced',
      'DishIngredientRemoved',
    ]);
    given(added('farinha', 4))
      .when(changeSet(reprice('farinha', 5), seen(2, reprice('farinha', 6))))
      .refusedWith('one_of_them', { index: 1, because: { refusal: 'changed_meanwhile', given: 2, current: 1 } });
  });

  test('is 0 for a month without a record', () => {
    const march = (version: number): SingleCommand => ({
      type: 'RecordMonthRevenue',
      month: 3,
      value: units(900),
      orders: 30,
      version,
    });
    given()
      .when(changeSet(march(0)))
      .gives(...month(3, 900, 30));
    given(month(3, 800, 30))
      .when(changeSet(march(0)))
      .refusedWith('one_of_them', { index: 0, because: { refusal: 'changed_meanwhile', given: 0, current: 1 } });
  });

  test('is ignored for an entity that the same set adds', () => {
    const made = typesOf(given().state, addFlour, seen(7, reprice('farinha', 6)));
    expect(made).toEqual(['IngredientAdded', 'IngredientRepriced']);
  });

  test('is checked last, after a missing or used entity', () => {
    given(added('farinha', 4), pricedDish('pão', 8, uses('farinha')))
      .when(changeSet({ type: 'RemoveIngredient', id: 'farinha', version: 9 }))
      .refusedWith('one_of_them', {
        index: 0,
        because: { refusal: 'ingredient_in_use', ingredient: 'farinha', dishes: ['pão'] },
      });
  });
});

test('a change set makes the same events as its commands one by one', () => {
  const isSingle = (command: BusinessCommand): command is SingleCommand =>
    !['OpenBusiness', 'ChangeOwner', 'EraseBusiness', 'ApplyChangeSet'].includes(command.type);
  fc.assert(
    fc.property(anyHistory({ longest: 40 }), fc.nat({ max: 40 }), ({ changes }, split) => {
      const [before, after] = [changes.slice(0, 1 + split), changes.slice(1 + split)];
      const state = fold(before.flatMap(({ events }) => events));
      const commands = after.map(({ command }) => command).filter(isSingle);
      expect(decide(state, changeSet(...commands))).toEqual(after.flatMap(({ events }) => events));
    }),
    runs(200),
  );
});

test('a change set is refused for a business that is not open or is erased', () => {
  givenNothing().when(changeSet(addFlour)).refusedWith('business_not_open');
  given([{ type: 'BusinessErased', data: {} }])
    .when(changeSet(addFlour))
    .refusedWith('business_erased');
});
