import { QUOTAS } from '#domain/limits.ts';
import { added, dish, given, many, pricedDish, units, uses } from '#tests/support/given.ts';
import { describe, test } from 'vitest';

describe('dishes', () => {
  test('are added with their price, or 0 without one', () => {
    given()
      .when({ type: 'AddDish', id: 'p', name: 'pão', salePrice: 0 })
      .gives({ type: 'DishAdded', data: { id: 'p', name: 'pão', salePrice: 0 } })
      .when({ type: 'AddDish', id: 'p', name: 'outro', salePrice: 0 })
      .refusedWith('id_taken');
  });

  test('record changes with from and to', () => {
    given(pricedDish('pão', 10))
      .when({ type: 'ChangeDish', id: 'pão', name: 'Pão de casa', salePrice: units(12) })
      .gives(
        { type: 'DishRenamed', data: { id: 'pão', from: 'pão', to: 'Pão de casa' } },
        { type: 'DishPriced', data: { id: 'pão', name: 'Pão de casa', from: units(10), to: units(12) } },
      );
    given(pricedDish('pão', 10))
      .when({ type: 'ChangeDish', id: 'pão', salePrice: 0 })
      .gives({ type: 'DishPriced', data: { id: 'pão', name: 'pão', from: units(10), to: 0 } });
    given(pricedDish('pão', 10))
      .when({ type: 'ChangeDish', id: 'pão', salePrice: units(10) })
      .changesNothing();
  });

  test('are removed by an event with all their data, with the recipe and the names at that time', () => {
    given(added('farinha'), added('sal'), pricedDish('pão', 10, uses('sal', 0.02), uses('farinha', 0.5)), [
      { type: 'IngredientRenamed', data: { id: 'sal', from: 'sal', to: 'Sal grosso' } },
    ])
      .when({ type: 'RemoveDish', id: 'pão', version: 3 })
      .gives({
        type: 'DishRemoved',
        data: {
          id: 'pão',
          name: 'pão',
          salePrice: units(10),
          lines: [
            { ingredientId: 'sal', ingredientName: 'Sal grosso', quantity: units(0.02), version: 1 },
            { ingredientId: 'farinha', ingredientName: 'farinha', quantity: units(0.5), version: 1 },
          ],
          version: 3,
        },
      })
      .when({ type: 'RemoveDish', id: 'pão' })
      .refusedWith('dish_unknown');
  });

  test('refuse unknown ids and outdated versions, also after a change of the recipe', () => {
    given().when({ type: 'ChangeDish', id: 'pão', name: 'x' }).refusedWith('dish_unknown');
    given().when({ type: 'RemoveDish', id: 'pão', version: 1 }).refusedWith('dish_unknown');
    const held = given(added('farinha'), dish('pão', uses('farinha')));
    const stale = { given: 1, current: 2 };
    held.when({ type: 'RemoveDish', id: 'pão', version: 1 }).refusedWith('changed_meanwhile', stale);
    held.when({ type: 'ChangeDish', id: 'pão', salePrice: 1, version: 1 }).refusedWith('changed_meanwhile', stale);
  });

  test('are limited to 1,000', () => {
    given(many(QUOTAS.dishes, dish))
      .when({ type: 'AddDish', id: 'x', name: 'x', salePrice: 0 })
      .refusedWith('too_many_dishes', { limit: 1000 });
  });
});
