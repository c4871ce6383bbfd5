import type { BusinessCommand } from '#domain/business/commands.ts';
import { QUOTAS } from '#domain/limits.ts';
import { added, dish, given, gone, many, pricedDish, remove, repriced, units, uses } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

const putIn = (dishId: string, ingredientId: string, quantity = 1): BusinessCommand => ({
  type: 'AddDishIngredient',
  dishId,
  ingredientId,
  quantity: units(quantity),
});

const lineEvent = (dishName: string, ingredientName: string) => ({
  dishId: dishName,
  dishName,
  ingredientId: ingredientName,
  ingredientName,
});

describe('ingredients', () => {
  test('an added one says all that it is; another may have its name, not its id', () => {
    const farinha = { id: 'f', name: 'farinha', unit: 'kg', unitPrice: units(4.99) };
    given()
      .when({ type: 'AddIngredient', ...farinha })
      .gives({ type: 'IngredientAdded', data: farinha })
      .when({ type: 'AddIngredient', ...farinha, id: 'g' })
      .gives({ type: 'IngredientAdded', data: { ...farinha, id: 'g' } })
      .when({ type: 'AddIngredient', ...farinha, name: 'fubá' })
      .refusedWith('id_taken');
  });

  test('each kind of change is its own event, with the names of the time', () => {
    given(added('farinha', 4))
      .when({ type: 'ChangeIngredient', id: 'farinha', name: 'Farinha 00', unit: 'g', unitPrice: units(0.009) })
      .gives(
        { type: 'IngredientRenamed', data: { id: 'farinha', from: 'farinha', to: 'Farinha 00' } },
        { type: 'IngredientUnitChanged', data: { id: 'farinha', name: 'Farinha 00', from: 'kg', to: 'g' } },
        {
          type: 'IngredientRepriced',
          data: { id: 'farinha', name: 'Farinha 00', unit: 'g', from: units(4), to: units(0.009) },
        },
      )
      .when({ type: 'ChangeIngredient', id: 'farinha', unitPrice: 0, version: 4 })
      .gives({
        type: 'IngredientRepriced',
        data: { id: 'farinha', name: 'Farinha 00', unit: 'g', from: units(0.009), to: 0 },
      });
  });

  test('what stays is no change', () => {
    given(added('farinha', 4)).when({ type: 'ChangeIngredient', id: 'farinha' }).changesNothing();
    given(added('farinha', 4))
      .when({ type: 'ChangeIngredient', id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(4) })
      .changesNothing();
  });

  test('a removed one is carried whole, with the version it had', () => {
    given(added('farinha', 4), repriced('farinha', 4, 5))
      .when(remove('farinha', 2))
      .gives({
        type: 'IngredientRemoved',
        data: { id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(5), version: 2 },
      })
      .when(remove('farinha'))
      .refusedWith('ingredient_unknown');
  });

  test('one in use is not removed: the dishes are named in the order of the menu', () => {
    given(added('farinha'), dish('pão', uses('farinha')))
      .when(remove('farinha'))
      .refusedWith('ingredient_in_use');
    given(
      added('farinha'),
      added('sal'),
      dish('pizza', uses('sal'), uses('farinha')),
      dish('suco'),
      dish('bolo', uses('farinha')),
    )
      .when(remove('farinha'))
      .refusedWith('ingredient_in_use', { ingredient: 'farinha', dishes: ['pizza', 'bolo'] });
  });

  test('one no longer in use is removed', () => {
    const held = given(added('farinha'), dish('pão', uses('farinha')));
    held
      .when({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'farinha' })
      .gives({
        type: 'DishIngredientRemoved',
        data: { ...lineEvent('pão', 'farinha'), quantity: units(1), version: 1 },
      })
      .when(remove('farinha'))
      .gives(...gone('farinha'));
    held
      .when({ type: 'RemoveDish', id: 'pão' })
      .gives({
        type: 'DishRemoved',
        data: {
          id: 'pão',
          name: 'pão',
          salePrice: 0,
          lines: [{ ingredientId: 'farinha', ingredientName: 'farinha', quantity: units(1), version: 1 }],
          version: 2,
        },
      })
      .when(remove('farinha'))
      .gives(...gone('farinha'));
  });

  test('unknown ones and older versions are refused', () => {
    given().when(remove('farinha')).refusedWith('ingredient_unknown');
    given().when({ type: 'ChangeIngredient', id: 'farinha', name: 'x' }).refusedWith('ingredient_unknown');
    const held = given(added('farinha', 4), repriced('farinha', 4, 5));
    held.when(remove('farinha', 1)).refusedWith('changed_meanwhile', { given: 1, current: 2 });
    held
      .when({ type: 'ChangeIngredient', id: 'farinha', unitPrice: units(6), version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
  });

  test('are at most 2 000', () => {
    given(many(QUOTAS.ingredients, added))
      .when({ type: 'AddIngredient', id: 'x', name: 'x', unit: 'kg', unitPrice: 1 })
      .refusedWith('too_many_ingredients', { limit: 2000 });
  });
});

describe('dishes', () => {
  test('one is added with its price, 0 while it has none', () => {
    given()
      .when({ type: 'AddDish', id: 'p', name: 'pão', salePrice: 0 })
      .gives({ type: 'DishAdded', data: { id: 'p', name: 'pão', salePrice: 0 } })
      .when({ type: 'AddDish', id: 'p', name: 'outro', salePrice: 0 })
      .refusedWith('id_taken');
  });

  test('a change says from what to what', () => {
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

  test('a removed one is carried whole, its recipe with the names of the time', () => {
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

  test('unknown ones and older versions are refused; a change of the recipe makes a new version', () => {
    given().when({ type: 'ChangeDish', id: 'pão', name: 'x' }).refusedWith('dish_unknown');
    given().when({ type: 'RemoveDish', id: 'pão', version: 1 }).refusedWith('dish_unknown');
    const held = given(added('farinha'), dish('pão', uses('farinha')));
    const stale = { given: 1, current: 2 };
    held.when({ type: 'RemoveDish', id: 'pão', version: 1 }).refusedWith('changed_meanwhile', stale);
    held.when({ type: 'ChangeDish', id: 'pão', salePrice: 1, version: 1 }).refusedWith('changed_meanwhile', stale);
  });

  test('are at most 1 000', () => {
    given(many(QUOTAS.dishes, dish))
      .when({ type: 'AddDish', id: 'x', name: 'x', salePrice: 0 })
      .refusedWith('too_many_dishes', { limit: 1000 });
  });
});

describe('recipes', () => {
  const held = given(added('farinha'), added('sal'), dish('pão', uses('farinha', 0.5)), dish('bolo'));

  test('a line says its dish and its ingredient by name', () => {
    held
      .when(putIn('pão', 'sal', 0.02))
      .gives({ type: 'DishIngredientAdded', data: { ...lineEvent('pão', 'sal'), quantity: units(0.02) } });
  });

  test('an ingredient stands once in a dish, and in as many dishes as wanted', () => {
    held
      .when(putIn('pão', 'farinha'))
      .refusedWith('ingredient_already_in_dish', { ingredient: 'farinha', dish: 'pão' });
    held
      .when(putIn('bolo', 'farinha'))
      .gives({ type: 'DishIngredientAdded', data: { ...lineEvent('bolo', 'farinha'), quantity: units(1) } });
  });

  test('dish and ingredient must be there', () => {
    held.when(putIn('torta', 'farinha')).refusedWith('dish_unknown');
    held.when(putIn('pão', 'fermento')).refusedWith('ingredient_unknown');
  });

  test('a quantity changes from and to; the same quantity is no change', () => {
    const change = { type: 'ChangeDishIngredient', dishId: 'pão', ingredientId: 'farinha' } as const;
    held.when({ ...change, quantity: units(0.5) }).changesNothing();
    const after = held.when({ ...change, quantity: units(0.6), version: 1 }).gives({
      type: 'DishIngredientQuantityChanged',
      data: { ...lineEvent('pão', 'farinha'), from: units(0.5), to: units(0.6) },
    });
    after
      .when({ ...change, quantity: units(0.7), version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
    after
      .when({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'farinha', version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
    after.when({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'farinha', version: 2 }).gives({
      type: 'DishIngredientRemoved',
      data: { ...lineEvent('pão', 'farinha'), quantity: units(0.6), version: 2 },
    });
  });

  test('a line that is not there is neither changed nor removed', () => {
    for (const [dishId, ingredientId] of [
      ['bolo', 'farinha'],
      ['torta', 'farinha'],
      ['pão', 'fermento'],
    ] as const) {
      held
        .when({ type: 'ChangeDishIngredient', dishId, ingredientId, quantity: 1 })
        .refusedWith('dish_ingredient_unknown');
      held.when({ type: 'RemoveDishIngredient', dishId, ingredientId }).refusedWith('dish_ingredient_unknown');
    }
  });

  test('lines keep the order in which they were added, through changes of quantity', () => {
    const { state } = given(
      added('farinha'),
      added('sal'),
      added('água'),
      dish('pão', uses('sal'), uses('água'), uses('farinha')),
      [
        {
          type: 'DishIngredientQuantityChanged',
          data: { ...lineEvent('pão', 'sal'), from: units(1), to: units(2) },
        },
        { type: 'DishIngredientRemoved', data: { ...lineEvent('pão', 'água'), quantity: units(1), version: 1 } },
        { type: 'DishIngredientAdded', data: { ...lineEvent('pão', 'água'), quantity: units(3) } },
      ],
    );
    expect(state.dishes.get('pão')?.lines).toEqual([
      { ingredientId: 'sal', quantity: units(2), version: 2 },
      { ingredientId: 'farinha', quantity: units(1), version: 1 },
      { ingredientId: 'água', quantity: units(3), version: 1 },
    ]);
  });

  test('are at most 60 lines long', () => {
    const names = Array.from({ length: QUOTAS.linesPerDish }, (_, i) => uses(`nome ${i + 1}`));
    given(many(QUOTAS.linesPerDish, added), added('sal'), dish('pão', ...names))
      .when(putIn('pão', 'sal'))
      .refusedWith('too_many_dish_ingredients', { limit: 60 });
  });

  test('a repriced ingredient leaves dishes and their versions as they are', () => {
    const after = given(added('farinha', 4), dish('pão', uses('farinha')))
      .when({ type: 'ChangeIngredient', id: 'farinha', unitPrice: units(5) })
      .gives(...repriced('farinha', 4, 5));
    expect(after.state.dishes.get('pão')).toMatchObject({ version: 2, lines: [{ version: 1 }] });
  });
});
