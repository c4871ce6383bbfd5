import type { BusinessCommand, SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { undoRefusal } from '#domain/business/undo.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { reduced } from '#domain/fraction.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { QUOTAS } from '#domain/limits.ts';
import { businessAfter } from '#tests/figures/worked-cases.ts';
import { toRefusedCall } from '#contract/refused-calls.ts';
import { units } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

const ingredient = (id: string, unit: string, price: number): SingleCommand => ({
  type: 'AddIngredient',
  id,
  name: id,
  unit,
  unitPrice: units(price),
});
const preparation = (id: string, quantity = 1, unit = 'kg'): SingleCommand => ({
  type: 'AddPreparation',
  id,
  name: id,
  yieldQuantity: units(quantity),
  yieldUnit: unit,
});
const dish = (id: string): SingleCommand => ({ type: 'AddDish', id, name: id, salePrice: units(30) });
const has = (dishId: string, ingredientId: string, quantity: number, unit?: string): SingleCommand => ({
  type: 'AddDishIngredient',
  dishId,
  ingredientId,
  quantity: units(quantity),
  unit,
});
const takes = (preparationId: string, ingredientId: string, quantity = 1, unit?: string): SingleCommand => ({
  type: 'AddPreparationIngredient',
  preparationId,
  ingredientId,
  quantity: units(quantity),
  unit,
});

/** The refusal of a command in the words of the API. */
function refusalOf(state: Business, command: BusinessCommand): unknown {
  const decision = decide(state, command);
  if (!isRefusal(decision)) throw new Error(`not refused: ${command.type}`);
  const { status, detail } = toRefusedCall(decision);
  return { status, detail };
}

function after(state: Business, command: BusinessCommand) {
  const decision = decide(state, command);
  if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
  const { add, business } = stateBuilder(state);
  for (const event of decision) add(event);
  return { state: business, change: { events: decision, before: state, undoneBy: null } };
}

const figuresOf = (state: Business) => {
  const { dashboard, breakEven, dishes } = businessFigures(state);
  return { dashboard, breakEven, dishes: [...dishes].map(([id, dishOf]) => [id, { ...dishOf, lines: [] }]) };
};

describe('a new unit of an ingredient', () => {
  const state = businessAfter([
    ingredient('farinha', 'kg', 4.79),
    dish('pão'),
    has('pão', 'farinha', 0.32),
    preparation('massa', 1.5),
    takes('massa', 'farinha', 700, 'g'),
  ]);

  test('changes no figure and can be undone', () => {
    const { state: inGrams, change } = after(state, { type: 'ChangeIngredient', id: 'farinha', unit: 'g' });
    expect(inGrams.ingredients.get('farinha')).toMatchObject({
      unit: 'g',
      unitPrice: 48,
      pack: { price: units(4.79), quantity: units(1), unit: 'kg', label: null },
    });
    expect(figuresOf(inGrams)).toEqual(figuresOf(state));
    expect(undoRefusal(inGrams, change)).toBeUndefined();
    const { state: back } = after(inGrams, { type: 'UndoChange', change });
    expect(back.ingredients.get('farinha')).toMatchObject({ unit: 'kg', unitPrice: units(4.79), pack: null });
    expect(figuresOf(back)).toEqual(figuresOf(state));
  });

  test('leaves lines without a unit of their own in the unit in which they were counted', () => {
    const old = {
      ...state,
      dishes: new Map(
        [...state.dishes].map(([id, row]) => [
          id,
          { ...row, lines: row.lines.map((line) => ({ ...line, ownUnit: null })) },
        ]),
      ),
    };
    const { state: inGrams } = after(old, { type: 'ChangeIngredient', id: 'farinha', unit: 'g' });
    expect(inGrams.dishes.get('pão')?.lines[0]).toMatchObject({ quantity: units(0.32), ownUnit: 'kg', version: 1 });
    expect(figuresOf(inGrams)).toEqual(figuresOf(state));
  });

  test('is refused while recipes use the ingredient and no conversion is known, and the refusal asks for that conversion', () => {
    expect(refusalOf(state, { type: 'ChangeIngredient', id: 'farinha', unit: 'pacote' })).toEqual({
      status: 409,
      detail: 'Pão e massa usam farinha. Quanto rende 1 pacote de farinha em kg?',
    });
    const unused = businessAfter([ingredient('sal', 'kg', 3)]);
    expect(refusalOf(unused, { type: 'ChangeIngredient', id: 'sal', unit: 'pacote' })).toEqual({
      status: 422,
      detail: 'Informe o preço na unidade nova.',
    });
    const { state: told } = after(unused, { type: 'ChangeIngredient', id: 'sal', unit: 'pacote', unitPrice: units(2) });
    expect(told.ingredients.get('sal')).toMatchObject({ unit: 'pacote', unitPrice: units(2) });
  });

  test('needs a conversion that cannot be removed while lines use it, but whose quantity can change', () => {
    const egg = businessAfter([
      { type: 'AddIngredient', id: 'ovo', name: 'ovo', unit: 'kg', unitPrice: units(12), conversions: [perEgg(50)] },
      dish('omelete'),
      has('omelete', 'ovo', 3, 'un'),
    ]);
    expect(refusalOf(egg, { type: 'ChangeIngredient', id: 'ovo', conversions: null })).toMatchObject({ status: 409 });
    const { state: heavier } = after(egg, { type: 'ChangeIngredient', id: 'ovo', conversions: [perEgg(60)] });
    expect(businessFigures(heavier).dishes.get('omelete')?.lines[0]?.cost).toBe(units(2.16));
  });
});

const perEgg = (grams: number) => ({ unit: 'un', quantity: units(grams), equalsUnit: 'g' });

test('a line in a unit that its ingredient does not convert to is refused with the question for the missing conversion', () => {
  const state = businessAfter([ingredient('ovo', 'kg', 12), preparation('massa'), dish('pão')]);
  const question = { status: 422, detail: 'Quanto pesa 1 un de ovo?' };
  expect(refusalOf(state, takes('massa', 'ovo', 3, 'un'))).toEqual(question);
  expect(refusalOf(state, has('pão', 'ovo', 3, 'un'))).toEqual(question);
});

describe('a scaled copy of a dish', () => {
  const box = businessAfter([
    ingredient('chocolate', 'kg', 40),
    ingredient('caixa', 'un', 2),
    dish('brigadeiros'),
    has('brigadeiros', 'chocolate', 0.2),
    has('brigadeiros', 'caixa', 1),
  ]);
  const copy = (keep: readonly string[]): SingleCommand => ({
    type: 'DuplicateDish',
    id: 'brigadeiros',
    copyId: 'grande',
    factor: units(1.5),
    keep,
  });

  test('keeps the quantities of the named lines', () => {
    const { state } = after(box, copy(['caixa']));
    expect(state.dishes.get('grande')?.lines.map(({ quantity }) => quantity)).toEqual([units(0.3), units(1)]);
  });

  test('is refused when a named line is not in the recipe', () => {
    expect(refusalOf(box, copy(['caixa', 'sal']))).toEqual({
      status: 422,
      detail: 'Este insumo não está na receita.',
    });
  });
});

describe('the yield of a preparation', () => {
  test('is converted to a new unit, unless it needs more than four decimals', () => {
    const state = businessAfter([preparation('massa', 1.5)]);
    const { state: inGrams } = after(state, { type: 'ChangePreparation', id: 'massa', yieldUnit: 'g' });
    expect(inGrams.preparations.get('massa')).toMatchObject({ yieldQuantity: units(1500), yieldUnit: 'g' });
    const small = businessAfter([preparation('essência', 0.05, 'g')]);
    expect(refusalOf(small, { type: 'ChangePreparation', id: 'essência', yieldUnit: 'kg' })).toMatchObject({
      detail: expect.stringMatching(/^Este rendimento não cabe em kg/),
    });
  });

  test('must be entered for a unit of another kind', () => {
    const state = businessAfter([preparation('massa')]);
    expect(refusalOf(state, { type: 'ChangePreparation', id: 'massa', yieldUnit: 'un' })).toEqual({
      status: 422,
      detail: 'Informe quanto rende na unidade nova.',
    });
  });
});

describe('nested preparations', () => {
  test('cannot form a cycle', () => {
    const state = businessAfter([preparation('massa'), preparation('fermento'), takes('fermento', 'massa')]);
    expect(refusalOf(state, takes('massa', 'fermento'))).toEqual({
      status: 409,
      detail: 'Massa já leva fermento, que leva massa: uma receita não pode levar a si mesma.',
    });
    expect(refusalOf(state, takes('massa', 'massa'))).toMatchObject({ status: 409 });
  });

  test('are limited to ten levels, wherever a level is added', () => {
    const row = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => preparation(`p${from + i}`)).concat(
        Array.from({ length: to - from }, (_, i) => takes(`p${from + i}`, `p${from + i + 1}`)),
      );
    const ten = businessAfter([...row(1, QUOTAS.preparationDepth), dish('pão'), has('pão', 'p1', 1)]);
    const deeper = after(ten, preparation('p0')).state;
    const tooDeep = { status: 422, detail: 'Receitas dentro de receitas: no máximo dez.' };
    expect(refusalOf(deeper, takes('p0', 'p1'))).toEqual(tooDeep);
    expect(refusalOf(deeper, takes(`p${QUOTAS.preparationDepth}`, 'p0'))).toEqual(tooDeep);
    expect(isRefusal(decide(deeper, takes(`p${QUOTAS.preparationDepth - 1}`, 'p0')))).toBe(false);
  });

  test('cost the same when the whole batch is used in another preparation', () => {
    const state = businessAfter([
      ingredient('tomate', 'kg', 7.3),
      preparation('molho', 3, 'l'),
      takes('molho', 'tomate', 4.7),
      preparation('base', 1, 'un'),
      takes('base', 'molho', 3000, 'ml'),
    ]);
    const costing = createCosting(state);
    const exact = (id: string) => reduced(costing.preparation(id)?.wholeRecipeCost.exact() ?? { n: 0n, d: 1n });
    expect(exact('base')).toEqual(exact('molho'));
  });

  test('cannot be removed while they are used', () => {
    const state = businessAfter([
      preparation('Massa'),
      ...['Pizza', 'Esfiha', 'Pão'].flatMap((id) => [dish(id), has(id, 'Massa', 1)]),
    ]);
    expect(refusalOf(state, { type: 'RemovePreparation', id: 'Massa' })).toEqual({
      status: 409,
      detail: 'Não dá para apagar Massa: Pizza e mais 2 pratos usam.',
    });
  });

  test('are not lost when a change of conversions is undone: it is undone completely or refused', () => {
    const egg = businessAfter([ingredient('ovo', 'kg', 12), dish('omelete')]);
    const told = after(egg, { type: 'ChangeIngredient', id: 'ovo', conversions: [perEgg(50)] });
    const used = after(told.state, has('omelete', 'ovo', 3, 'un'));
    expect(decide(used.state, { type: 'UndoChange', change: told.change })).toMatchObject({
      refusal: 'conversion_in_use',
    });
    const both = after(told.state, {
      type: 'ChangeIngredient',
      id: 'ovo',
      conversions: null,
      pack: { price: units(20), quantity: units(2), unit: 'kg', label: null },
    });
    const { state: back } = after(both.state, { type: 'UndoChange', change: both.change });
    expect(back.ingredients.get('ovo')).toMatchObject({ conversions: [perEgg(50)], pack: null });
  });
});
