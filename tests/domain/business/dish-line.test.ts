import type { BusinessCommand } from '#domain/business/commands.ts';
import { QUOTAS } from '#domain/limits.ts';
import { added, dish, given, many, units, uses, lineIn, repriced } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

const putIn = (dishId: string, ingredientId: string, quantity = 1): BusinessCommand => ({
  type: 'AddDishIngredient',
  dishId,
  ingredientId,
  quantity: units(quantity),
});

describe('recipe lines', () => {
  const held = given(added('farinha'), added('sal'), dish('pão', uses('farinha', 0.5)), dish('bolo'));

  test('name their dish and ingredient', () => {
    held
      .when(putIn('pão', 'sal', 0.02))
      .gives({ type: 'DishIngredientAdded', data: { ...lineIn('pão', 'sal'), quantity: units(0.02), ownUnit: 'kg' } });
  });

  test('contain an ingredient once per dish, in any number of dishes', () => {
    held
      .when(putIn('pão', 'farinha'))
      .refusedWith('ingredient_already_in_dish', { ingredient: 'farinha', dish: 'pão' });
    held.when(putIn('bolo', 'farinha')).gives({
      type: 'DishIngredientAdded',
      data: { ...lineIn('bolo', 'farinha'), quantity: units(1), ownUnit: 'kg' },
    });
  });

  test('are refused for an unknown dish or ingredient', () => {
    held.when(putIn('torta', 'farinha')).refusedWith('line_dish_unknown');
    held.when(putIn('pão', 'fermento')).refusedWith('component_unknown');
  });

  test('record quantities with from and to, and ignore an equal quantity', () => {
    const change = { type: 'ChangeDishIngredient', dishId: 'pão', ingredientId: 'farinha' } as const;
    held.when({ ...change, quantity: units(0.5) }).changesNothing();
    const after = held.when({ ...change, quantity: units(0.6), version: 1 }).gives({
      type: 'DishIngredientQuantityChanged',
      data: { ...lineIn('pão', 'farinha'), from: units(0.5), to: units(0.6) },
    });
    after
      .when({ ...change, quantity: units(0.7), version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
    after
      .when({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'farinha', version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
    after.when({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'farinha', version: 2 }).gives({
      type: 'DishIngredientRemoved',
      data: { ...lineIn('pão', 'farinha'), quantity: units(0.6), version: 2 },
    });
  });

  test('that do not exist are neither changed nor removed', () => {
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

  test('keep the order in which they were added when a quantity changes', () => {
    const { state } = given(
      added('farinha'),
      added('sal'),
      added('água'),
      dish('pão', uses('sal'), uses('água'), uses('farinha')),
      [
        {
          type: 'DishIngredientQuantityChanged',
          data: { ...lineIn('pão', 'sal'), from: units(1), to: units(2) },
        },
        { type: 'DishIngredientRemoved', data: { ...lineIn('pão', 'água'), quantity: units(1), version: 1 } },
        { type: 'DishIngredientAdded', data: { ...lineIn('pão', 'água'), quantity: units(3) } },
      ],
    );
    expect(state.dishes.get('pão')?.lines).toEqual([
      { ingredientId: 'sal', quantity: units(2), ownUnit: null, channels: null, version: 2 },
      { ingredientId: 'farinha', quantity: units(1), ownUnit: null, channels: null, version: 1 },
      { ingredientId: 'água', quantity: units(3), ownUnit: null, channels: null, version: 1 },
    ]);
  });

  test('are limited to 60 per dish', () => {
    const names = Array.from({ length: QUOTAS.linesPerDish }, (_, i) => uses(`nome ${i + 1}`));
    given(many(QUOTAS.linesPerDish, added), added('sal'), dish('pão', ...names))
      .when(putIn('pão', 'sal'))
      .refusedWith('too_many_dish_ingredients', { limit: 60 });
  });

  test('do not change, nor does the version of their dish, when an ingredient is repriced', () => {
    const after = given(added('farinha', 4), dish('pão', uses('farinha')))
      .when({ type: 'ChangeIngredient', id: 'farinha', unitPrice: units(5) })
      .gives(...repriced('farinha', 4, 5));
    expect(after.state.dishes.get('pão')).toMatchObject({ version: 2, lines: [{ version: 1 }] });
  });
});
