import type { SingleCommand } from '#domain/business/commands.ts';
import { restrictToMainChannel } from '#domain/business/channel/channels.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { createCosting, type Costing } from '#domain/figures/costing.ts';
import { anyStep, type CommandStep } from '#tests/support/arbitraries.ts';
import { historyOf, testId } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceFigures } from '#tests/support/reference/figures.ts';
import { batchCost } from '#tests/support/reference/costs.ts';
import { inUnits, over, ratio, rounded } from '#tests/support/reference/ratio.ts';

const inOrder = (business: Business, costing?: Costing) => {
  const { dishes, ...figures } = businessFigures(business, costing && { costing });
  return { ...figures, dishes: [...dishes] };
};

/** Returns the specified figures, which are those of the main channel, without lines and channels. */
const ofMainChannel = (business: Business) => {
  const { dishes, mix: _mix, ...figures } = businessFigures(business);
  return {
    ...figures,
    dishes: Array.from(dishes, ([id, { lines: _lines, channels: _channels, ...dish }]) => [id, dish]),
  };
};

/** Returns the batch cost and the unit cost of each preparation. */
const preparationsOf = (business: Business) => {
  const costing = createCosting(business);
  return Array.from(business.preparations.keys(), (id) => {
    const costed = costing.preparation(id);
    return [id, costed && displayedCost(costed.wholeRecipeCost), costed && displayedCost(costed.unitCost)];
  });
};

/** @returns undefined where the change is refused */
function execute(state: Business, command: SingleCommand): Business | undefined {
  const decision = decide(state, command);
  return isRefusal(decision) ? undefined : fold(decision, state);
}

/** Adds an ingredient, a preparation of it and a dish of that, to any business. */
const COOKED: readonly CommandStep[] = [
  (_, id) => ({ type: 'AddIngredient', id, name: `insumo ${id}`, unit: 'kg', unitPrice: 35_000 }),
  (_, id) => ({ type: 'AddPreparation', id, name: `preparo ${id}`, yieldQuantity: 30_000, yieldUnit: 'kg' }),
  ({ ingredients, preparations }) => ({
    type: 'AddPreparationIngredient',
    preparationId: lastOf(preparations),
    ingredientId: lastOf(ingredients),
    quantity: 12_345,
  }),
  (_, id) => ({ type: 'AddDish', id, name: `prato ${id}`, salePrice: 300_000 }),
  ({ dishes, preparations }) => ({
    type: 'AddDishIngredient',
    dishId: lastOf(dishes),
    ingredientId: lastOf(preparations),
    quantity: 3_333,
  }),
];
const lastOf = (rows: ReadonlyMap<string, unknown>): string => [...rows.keys()].at(-1) ?? '';

/** The recipe chain stands at the beginning, so that later steps change it, and at the end, so that one exists. */
const longHistory = fc
  .array(anyStep, { maxLength: 120, size: 'max' })
  .map((steps) => historyOf(testId('owner'), [...COOKED, ...steps, ...COOKED]));

describe('figures of any business with preparations', () => {
  test('equal those of the reference implementation, digit by digit', () => {
    fc.assert(
      fc.property(longHistory, ({ state }) => {
        const main = restrictToMainChannel(state);
        expect(inOrder(main)).toEqual(referenceFigures(main));
        expect(ofMainChannel(state)).toEqual(ofMainChannel(main));
        const [dish] = [...state.dishes.values()].slice(-1);
        expect(dish?.lines.some(({ ingredientId }) => state.preparations.has(ingredientId))).toBe(true);
      }),
      runs(60),
    );
  });

  test('cost one unit of a preparation as its batch ÷ its yield', () => {
    fc.assert(
      fc.property(longHistory, ({ state }) => {
        const dish = execute(state, { type: 'AddDish', id: 'prato', name: 'prato', salePrice: 0 });
        for (const { id, lines, yieldQuantity, yieldUnit: unit } of state.preparations.values()) {
          const one = { type: 'AddDishIngredient', dishId: 'prato', ingredientId: id, quantity: 10_000, unit } as const;
          const withIt = dish && execute(dish, one);
          const [line] = (withIt && businessFigures(withIt).dishes.get('prato')?.lines) ?? [];
          const each = over(batchCost(state, lines), ratio(yieldQuantity, 10_000));
          expect([id, line?.cost]).toEqual([id, inUnits(rounded(each))]);
        }
      }),
      runs(40),
    );
  });

  test('do not change when the unit of an ingredient is converted within its kind, or converted back', () => {
    const OTHER: Readonly<Record<string, string>> = { kg: 'g', g: 'kg', ml: 'l', un: 'dz', l: 'ml', dz: 'un' };
    const inOther = ({ id, unit }: Ingredient): SingleCommand => ({
      type: 'ChangeIngredient',
      id,
      unit: OTHER[unit] ?? unit,
    });
    const costsOf = (state: Business) => ({
      preparations: preparationsOf(state),
      dishes: [...businessFigures(state).dishes].map(([id, { lines, ...figures }]) => [
        id,
        figures,
        lines.map(({ cost }) => cost),
      ]),
    });
    fc.assert(
      fc.property(longHistory, ({ state }) => {
        for (const ingredient of state.ingredients.values()) {
          const there = execute(state, inOther(ingredient));
          const row = there?.ingredients.get(ingredient.id);
          const back = there && row && execute(there, inOther(row));
          for (const after of [there, back]) expect(after && costsOf(after)).toEqual(costsOf(state));
        }
      }),
      runs(25),
    );
  });

  test('that are updated change by change equal those computed from the whole state', () => {
    fc.assert(
      fc.property(longHistory, ({ changes }) => {
        let costed: Costing['costed'] = new Map();
        for (const { events, before } of changes) {
          const state = fold(events, before);
          const costing = createCosting(state, costed);
          expect(inOrder(state, costing)).toEqual(inOrder(state));
          ({ costed } = costing);
        }
      }),
      runs(25),
    );
  });
});
