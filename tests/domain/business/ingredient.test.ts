import { QUOTAS } from '#domain/limits.ts';
import {
  added,
  dish,
  type Fact,
  given,
  many,
  remove,
  repriced,
  units,
  uses,
  lineIn,
  removed,
} from '#tests/support/given.ts';
import { describe, test } from 'vitest';

describe('ingredients', () => {
  test('are added by an event with all their fields, and may share a name but not an id', () => {
    const farinha = { id: 'f', name: 'farinha', unit: 'kg', unitPrice: units(4.99) };
    given()
      .when({ type: 'AddIngredient', ...farinha })
      .gives({ type: 'IngredientAdded', data: farinha })
      .when({ type: 'AddIngredient', ...farinha, id: 'g' })
      .gives({ type: 'IngredientAdded', data: { ...farinha, id: 'g' } })
      .when({ type: 'AddIngredient', ...farinha, name: 'fubá' })
      .refusedWith('id_taken');
  });

  test('record each kind of change as its own event, with the name at that time', () => {
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

  test('with price 0 have no price unless marked as free, and any price removes that mark', () => {
    const freed = { id: 'água', name: 'água', from: null, to: true } as const;
    const free: Fact = [{ type: 'IngredientFreeChanged', data: freed }];
    given(added('água', 0))
      .when({ type: 'ChangeIngredient', id: 'água', free: true })
      .gives(...free);
    given(added('água', 0), free)
      .when({ type: 'ChangeIngredient', id: 'água', free: true, unitPrice: 0 })
      .changesNothing();
    given(added('água', 0), free)
      .when({ type: 'ChangeIngredient', id: 'água', unitPrice: units(2) })
      .gives(
        { type: 'IngredientRepriced', data: { id: 'água', name: 'água', unit: 'kg', from: 0, to: units(2) } },
        { type: 'IngredientFreeChanged', data: { ...freed, from: true, to: null } },
      );
    given(added('água', 2)).when({ type: 'ChangeIngredient', id: 'água', free: true }).refusedWith('free_with_price');
    given()
      .when({ type: 'AddIngredient', id: 'a', name: 'água', unit: 'l', unitPrice: units(1), free: true })
      .refusedWith('free_with_price');
  });

  test('record nothing when no value changes', () => {
    given(added('farinha', 4)).when({ type: 'ChangeIngredient', id: 'farinha' }).changesNothing();
    given(added('farinha', 4))
      .when({ type: 'ChangeIngredient', id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(4) })
      .changesNothing();
  });

  test('are removed by an event with all their data and the version', () => {
    given(added('farinha', 4), repriced('farinha', 4, 5))
      .when(remove('farinha', 2))
      .gives({
        type: 'IngredientRemoved',
        data: { id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(5), version: 2 },
      })
      .when(remove('farinha'))
      .refusedWith('ingredient_unknown');
  });

  test('are not removed while dishes use them; the refusal names the dishes in menu order', () => {
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

  test('are removed once no dish uses them', () => {
    const held = given(added('farinha'), dish('pão', uses('farinha')));
    held
      .when({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'farinha' })
      .gives({
        type: 'DishIngredientRemoved',
        data: { ...lineIn('pão', 'farinha'), quantity: units(1), version: 1 },
      })
      .when(remove('farinha'))
      .gives(...removed('farinha'));
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
      .gives(...removed('farinha'));
  });

  test('refuse unknown ids and outdated versions', () => {
    given().when(remove('farinha')).refusedWith('ingredient_unknown');
    given().when({ type: 'ChangeIngredient', id: 'farinha', name: 'x' }).refusedWith('ingredient_unknown');
    const held = given(added('farinha', 4), repriced('farinha', 4, 5));
    held.when(remove('farinha', 1)).refusedWith('changed_meanwhile', { given: 1, current: 2 });
    held
      .when({ type: 'ChangeIngredient', id: 'farinha', unitPrice: units(6), version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
  });

  test('are limited to 2,000', () => {
    given(many(QUOTAS.ingredients, added))
      .when({ type: 'AddIngredient', id: 'x', name: 'x', unit: 'kg', unitPrice: 1 })
      .refusedWith('too_many_ingredients', { limit: 2000 });
  });
});
