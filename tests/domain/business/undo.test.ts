import type { BusinessCommand } from '#domain/business/commands.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { toRefusedCall } from '#contract/refused-calls.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { QUOTAS } from '#domain/limits.ts';
import {
  added,
  dish,
  type Fact,
  fixedCost,
  given,
  removed,
  many,
  month,
  pricedDish,
  remove,
  repriced,
  statedTicket,
  units,
  uses,
  variableCost,
} from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

const opened: Fact = [{ type: 'BusinessOpened', data: { ownerId: 'ana' } }];

/** The command to undo `change`, which came right after these facts. */
const undo = (change: Fact, ...before: readonly Fact[]): BusinessCommand => ({
  type: 'UndoChange',
  change: { events: change, before: fold([...opened, ...before.flat()]), undoneBy: null },
});

/** Returns the events of a command after these facts, as a fact. */
function eventsOf(command: BusinessCommand, ...before: readonly Fact[]): Fact {
  const decision = decide(fold([...opened, ...before.flat()]), command);
  if (isRefusal(decision)) throw new Error(decision.refusal);
  return decision;
}

const sentenceOf = (command: BusinessCommand, ...facts: readonly Fact[]): string => {
  const decision = decide(fold([...opened, ...facts.flat()]), command);
  if (!isRefusal(decision)) throw new Error('not refused');
  return toRefusedCall(decision).detail;
};

const removeDish = (id: string): BusinessCommand => ({ type: 'RemoveDish', id });

describe('an undone change', () => {
  test('restores the free mark that a price removed, and restores no price of a free ingredient', () => {
    const free: Fact = [{ type: 'IngredientFreeChanged', data: { id: 'água', name: 'água', from: null, to: true } }];
    const priced = eventsOf({ type: 'ChangeIngredient', id: 'água', unitPrice: units(2) }, added('água', 0), free);
    given(added('água', 0), free, priced)
      .when(undo(priced, added('água', 0), free))
      .gives(...free, {
        type: 'IngredientRepriced',
        data: { id: 'água', name: 'água', unit: 'kg', from: units(2), to: 0 },
      });
    const cleared = repriced('água', 2, 0);
    given(added('água', 2), cleared, free)
      .when(undo(cleared, added('água', 2)))
      .refusedWith('changed_since');
  });

  test('is undone by an event with from and to swapped and the current name', () => {
    const mistake = repriced('farinha', 4, 40);
    given(added('farinha'), mistake, [
      { type: 'IngredientRenamed', data: { id: 'farinha', from: 'farinha', to: 'Farinha 00' } },
    ])
      .when(undo(mistake, added('farinha')))
      .gives({
        type: 'IngredientRepriced',
        data: { id: 'farinha', name: 'Farinha 00', unit: 'kg', from: units(40), to: units(4) },
      });
  });

  test('is undone completely, last event first, or refused as a whole', () => {
    const change = eventsOf(
      { type: 'ChangeIngredient', id: 'farinha', name: 'Farinha 00', unitPrice: units(9) },
      added('farinha'),
    );
    given(added('farinha'), change)
      .when(undo(change, added('farinha')))
      .gives(
        {
          type: 'IngredientRepriced',
          data: { id: 'farinha', name: 'Farinha 00', unit: 'kg', from: units(9), to: units(4) },
        },
        { type: 'IngredientRenamed', data: { id: 'farinha', from: 'Farinha 00', to: 'farinha' } },
      );
    given(added('farinha'), change, repriced('farinha', 9, 10))
      .when(undo(change, added('farinha')))
      .refusedWith('changed_since', {
        entity: { kind: 'ingredient', id: 'farinha', name: 'Farinha 00' },
        since: 'unitPrice',
        again: true,
      });
  });

  test('compares values and not authors: a value that was changed and changed back can be undone', () => {
    const mistake = repriced('farinha', 4, 40);
    given(added('farinha'), mistake, repriced('farinha', 40, 5), repriced('farinha', 5, 40))
      .when(undo(mistake, added('farinha')))
      .gives(...repriced('farinha', 40, 4));
  });

  test('is refused with a sentence that names the reason', () => {
    const mistake = repriced('Muçarela', 4, 40);
    expect(sentenceOf(undo(mistake, added('Muçarela')), added('Muçarela'), mistake, repriced('Muçarela', 40, 5))).toBe(
      'O preço de “Muçarela” mudou de novo depois disso.',
    );
    expect(sentenceOf(undo(mistake, added('Muçarela')), added('Muçarela'), mistake, removed('Muçarela'))).toBe(
      '“Muçarela” não está mais nos seus insumos.',
    );
    expect(sentenceOf(undo(added('Muçarela')), added('Muçarela'), mistake)).toBe(
      'O preço de “Muçarela” mudou depois disso.',
    );
    expect(sentenceOf(undo(month(3, 900, 10)), month(3, 900, 10), month(3, 950, 10))).toBe(
      'O valor de março mudou de novo depois disso.',
    );
    expect(sentenceOf(undo(opened))).toBe('Isto não pode ser desfeito.');
  });

  test('is refused when it has been undone already', () => {
    const command = undo(repriced('farinha', 4, 40), added('farinha'));
    if (command.type !== 'UndoChange') throw new Error('another command');
    given(added('farinha'), repriced('farinha', 4, 40))
      .when({ ...command, change: { ...command.change, undoneBy: 'that one' } })
      .refusedWith('already_undone', {});
  });
});

describe('an undone addition', () => {
  test('removes the added entity', () => {
    given(fixedCost('aluguel'))
      .when(undo(fixedCost('aluguel')))
      .gives({ type: 'FixedCostRemoved', data: { id: 'aluguel', name: 'aluguel', value: units(100), version: 1 } });
    given(variableCost('cartão'))
      .when(undo(variableCost('cartão')))
      .gives({
        type: 'VariableCostRemoved',
        data: { id: 'cartão', name: 'cartão', percentage: units(5), version: 1 },
      });
  });

  test('is refused for an ingredient in use, naming the dishes', () => {
    given(added('farinha'), dish('pão', uses('farinha')))
      .when(undo(added('farinha')))
      .refusedWith('ingredient_in_use', { ingredient: 'farinha', dishes: ['pão'] });
  });

  test('is refused for a dish with a later recipe, but removes lines of the same change with the dish', () => {
    const [first, ...lines] = pricedDish('pão', 5, uses('farinha'));
    if (!first) throw new Error('no dish');
    given(added('farinha'), [first], lines)
      .when(undo([first], added('farinha')))
      .refusedWith('changed_since', { entity: { kind: 'dish', id: 'pão', name: 'pão' }, since: 'lines', again: false });
    const whole = [...added('farinha'), first, ...lines];
    const decision = decide(fold([...opened, ...whole]), undo(whole));
    expect(isRefusal(decision) ? decision : decision.map(({ type }) => type)).toEqual([
      'DishIngredientRemoved',
      'DishRemoved',
      'IngredientRemoved',
    ]);
  });
});

describe('an undone removal', () => {
  test('restores the entity with its id, data and place, and with the next version', () => {
    const before = [added('sal'), added('farinha'), added('óleo')];
    const change = eventsOf(remove('farinha'), ...before);
    const after = given(...before, change)
      .when(undo(change, ...before))
      .gives({
        type: 'IngredientRestored',
        data: { id: 'farinha', name: 'farinha', unit: 'kg', unitPrice: units(4), version: 2, sequence: 2 },
      });
    expect([...after.state.ingredients.keys()]).toEqual(['sal', 'farinha', 'óleo']);
    after.when(remove('farinha', 1)).refusedWith('changed_meanwhile');
  });

  test('restores a dish with its recipe, and a line in its place', () => {
    const before = [added('sal'), added('farinha'), dish('pão', uses('sal'), uses('farinha', 2))];
    const change = eventsOf(removeDish('pão'), ...before);
    const after = given(...before, change)
      .when(undo(change, ...before))
      .gives({
        type: 'DishRestored',
        data: {
          id: 'pão',
          name: 'pão',
          salePrice: 0,
          lines: [
            { ingredientId: 'sal', ingredientName: 'sal', quantity: units(1), version: 1 },
            { ingredientId: 'farinha', ingredientName: 'farinha', quantity: units(2), version: 1 },
          ],
          version: 4,
          sequence: 3,
        },
      });
    const taken = eventsOf({ type: 'RemoveDishIngredient', dishId: 'pão', ingredientId: 'sal' }, ...before);
    given(...before, taken)
      .when(undo(taken, ...before))
      .gives({
        type: 'DishIngredientRestored',
        data: {
          dishId: 'pão',
          dishName: 'pão',
          ingredientId: 'sal',
          ingredientName: 'sal',
          unit: 'kg',
          quantity: units(1),
          version: 2,
          place: 0,
        },
      });
    expect(after.state.dishes.get('pão')?.lines.map((line) => line.ingredientId)).toEqual(['sal', 'farinha']);
  });

  test('is refused, with the missing names, while an ingredient of the recipe is removed', () => {
    const before = [added('Muçarela'), dish('Pizza', uses('Muçarela'))];
    const change = eventsOf(removeDish('Pizza'), ...before);
    given(...before, change, removed('Muçarela'))
      .when(undo(change, ...before))
      .refusedWith('ingredients_gone', {
        entity: { kind: 'dish', id: 'Pizza', name: 'Pizza' },
        ingredients: ['Muçarela'],
      });
    expect(sentenceOf(undo(change, ...before), ...before, change, removed('Muçarela'))).toBe(
      'Para trazer “Pizza” de volta, primeiro traga de volta “Muçarela”.',
    );
  });

  test('is refused above the quota, and for an entity that exists', () => {
    const before = [added('farinha')];
    const change = eventsOf(remove('farinha'), ...before);
    given(...before, change, many(QUOTAS.ingredients, added))
      .when(undo(change, ...before))
      .refusedWith('too_many_ingredients', { limit: QUOTAS.ingredients });
    given(...before)
      .when(undo(change, ...before))
      .refusedWith('changed_since', {
        entity: { kind: 'ingredient', id: 'farinha', name: 'farinha' },
        since: 'back',
        again: false,
      });
  });
});

describe('an undone first record', () => {
  test('of a month is cleared, and a new one has a version that was never sent before', () => {
    const cleared: BusinessEvent = {
      type: 'MonthRevenueCleared',
      data: { month: 3, value: units(900), orders: 10, version: 1 },
    };
    const after = given(month(3, 900, 10))
      .when(undo(month(3, 900, 10)))
      .gives(cleared);
    expect(after.state.months.size).toBe(0);
    after
      .when({ type: 'RecordMonthRevenue', month: 3, value: units(1), orders: 1, version: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 3, from: null, to: { value: units(1), orders: 1 } } })
      .when({ type: 'RecordMonthRevenue', month: 3, value: units(2), orders: 1, version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 2 });
    after.when(undo([cleared], month(3, 900, 10))).gives(...month(3, 900, 10));
  });

  test('of the average ticket is withdrawn', () => {
    given(statedTicket(50))
      .when(undo(statedTicket(50)))
      .gives({ type: 'AverageTicketWithdrawn', data: { ticket: units(50) } })
      .when(undo([{ type: 'AverageTicketWithdrawn', data: { ticket: units(50) } }], statedTicket(50)))
      .gives(...statedTicket(50));
  });
});
