import { describe, expect, test } from 'vitest';
import type { SingleCommand } from '#domain/business/commands.ts';
import { withChangedFields } from '#web/stores/business/changed-fields.ts';
import { idOf, pizzeriaServer } from './support/fake-server.ts';

const R = (reais: number): number => reais * 10_000;
const pizzeria = pizzeriaServer().state();

const [dishId, ingredientId] = [idOf('Pizza Calabresa'), idOf('Muçarela')];
const line = { dishId, ingredientId };

describe('the command sent for a change', () => {
  const rent = { type: 'ChangeFixedCost', id: idOf('Aluguel') } as const;
  const egg = { type: 'ChangeIngredient', id: idOf('Ovo') } as const;
  const dish = { type: 'ChangeDish', id: dishId } as const;
  const { name, value } = pizzeria.fixedCosts.get(rent.id) ?? { name: '', value: 0 };
  const [tax] = pizzeria.variableCosts.values();
  const card = { type: 'ChangeVariableCost', id: tax?.id ?? '' } as const;
  const eggs = pizzeria.ingredients.get(egg.id);

  test.each<[string, SingleCommand, SingleCommand]>([
    ['the value of a fixed cost', { ...rent, name, value: R(99) }, { ...rent, value: R(99), version: 1 }],
    ['the name of a fixed cost', { ...rent, name: 'Loja', value }, { ...rent, name: 'Loja', version: 1 }],
    [
      'the percentage of a variable cost',
      { ...card, name: tax?.name, percentage: R(99) },
      { ...card, percentage: R(99), version: 1 },
    ],
    [
      'the unit of an ingredient',
      { ...egg, name: eggs?.name, unit: 'dúzia', unitPrice: eggs?.unitPrice },
      { ...egg, unit: 'dúzia', version: 1 },
    ],
    [
      'the price of a dish',
      { ...dish, salePrice: R(1), name: undefined },
      { ...dish, salePrice: R(1), version: pizzeria.dishes.get(dishId)?.version },
    ],
  ])('contains %s alone, with the version in view, when nothing else was changed', (_field, command, sent) => {
    expect(withChangedFields(command, pizzeria)).toEqual(sent);
  });

  test('contains the version of a line with its quantity and the version of a month with its revenue', () => {
    const quantity = { type: 'ChangeDishIngredient', ...line, quantity: R(9) } as const;
    expect(withChangedFields(quantity, pizzeria)).toEqual({ ...quantity, version: 1 });
    const march = { type: 'RecordMonthRevenue', month: 3, value: R(9), orders: 3 } as const;
    expect(withChangedFields(march, pizzeria)).toEqual({ ...march, version: 1 });
    const december = { ...march, month: 12 };
    expect(withChangedFields(december, pizzeria)).toEqual({ ...december, version: 0 });
  });

  test('contains the yield beside a corrected unit, because the unit alone would convert it', () => {
    const id = idOf('Esfiha');
    const preparation = { id, name: 'Esfiha', yieldQuantity: R(40), yieldUnit: 'kg', conversions: null, method: null };
    const business = {
      ...pizzeria,
      preparations: new Map([[id, { ...preparation, lines: [], version: 4, sequence: 1 }]]),
    };
    const { yieldQuantity } = preparation;
    const corrected = { type: 'ChangePreparation', id, yieldQuantity, yieldUnit: 'un' } as const;
    expect(withChangedFields({ ...corrected, name: 'Esfiha' }, business)).toEqual({ ...corrected, version: 4 });
    const alone = { type: 'ChangePreparation', id, yieldUnit: 'g' } as const;
    expect(withChangedFields(alone, business)).toEqual({ ...alone, version: 4 });
    const same = { type: 'ChangePreparation', id, name: 'Esfihas', yieldQuantity, yieldUnit: 'kg' } as const;
    expect(withChangedFields(same, business)).toEqual({ type: same.type, id, name: 'Esfihas', version: 4 });
  });

  test('is unchanged when the entity no longer exists', () => {
    const removedCost = { type: 'ChangeFixedCost', id: idOf('nobody’s'), name: 'Luz', value: R(1) } as const;
    expect(withChangedFields(removedCost, pizzeria)).toEqual(removedCost);
  });

  test.each<SingleCommand>([
    { type: 'AddFixedCost', id: 'new', name: 'Luz', value: R(1) },
    { type: 'RemoveFixedCost', id: rent.id },
    { type: 'RemoveDishIngredient', ...line },
    { type: 'StateAverageTicket', ticket: R(1) },
  ])('is unchanged for $type', (command) => {
    expect(withChangedFields(command, pizzeria)).toBe(command);
  });
});
