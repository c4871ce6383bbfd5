import { LIMITS } from '#domain/limits.ts';
import { type Facts } from '#tests/figures/some-business.ts';
import fc from 'fast-check';

/** Amounts as kitchens have them: figures are then far from where they are cut off. */
const EVERYDAY = {
  fixedCost: fc.integer({ min: 0, max: 100_000_000 }),
  variableCost: fc.integer({ min: 0, max: 200_000 }),
  revenue: fc.integer({ min: 50_000_000, max: 900_000_000 }),
  unitPrice: fc.integer({ min: 1_000, max: 900_000 }),
  salePrice: fc.integer({ min: 50_000, max: 900_000 }),
  quantity: fc.integer({ min: LIMITS.quantity.min, max: 12_000 }),
};

const indexes = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

/** A business of everyday size, every dish priced. */
export const everydayFacts: fc.Arbitrary<Facts> = fc.record({
  fixedCosts: fc.array(EVERYDAY.fixedCost, { minLength: 3, maxLength: 3 }),
  variableCosts: fc.array(EVERYDAY.variableCost, { minLength: 2, maxLength: 2 }),
  months: fc.tuple(EVERYDAY.revenue).map(([value]) => [{ month: 1, value, orders: 100 }]),
  statedTicket: fc.constant(null),
  ingredients: fc.tuple(
    ...indexes(5).map((i) => fc.record({ id: fc.constant(`insumo ${i}`), unitPrice: EVERYDAY.unitPrice })),
  ),
  dishes: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...indexes(5).map((i) => `prato ${i}`)),
      salePrice: EVERYDAY.salePrice,
      lines: fc.uniqueArray(
        fc.record({
          ingredientId: fc.constantFrom(...indexes(5).map((i) => `insumo ${i}`)),
          quantity: EVERYDAY.quantity,
        }),
        { selector: ({ ingredientId }) => ingredientId, minLength: 1, maxLength: 4 },
      ),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
  ),
});

/** Where two sets of facts differ, named as the causes are. */
export function differencesOf(before: Facts, after: Facts): readonly string[] {
  return keysOf(before, after).filter((key) => {
    const mixed = mixedFacts(before, after, new Set([key]));
    return JSON.stringify(sorted(mixed)) !== JSON.stringify(sorted(before));
  });
}

/** `before`, with what is chosen as it is in `after`: one fact after the other, with nothing of the module under test. */
export function mixedFacts(before: Facts, after: Facts, chosen: ReadonlySet<string>): Facts {
  const list = (kind: string, old: readonly number[], now: readonly number[]) =>
    old.map((each, i) => (chosen.has(`${kind} ${i}`) ? (now[i] ?? each) : each));
  const dishIds = [...new Set([...before.dishes, ...after.dishes].map(({ id }) => id))];
  return {
    fixedCosts: list('fixed_cost custo', before.fixedCosts, after.fixedCosts),
    variableCosts: list('variable_cost taxa', before.variableCosts, after.variableCosts),
    months: (chosen.has('revenue revenue') ? after : before).months,
    statedTicket: before.statedTicket,
    ingredients: before.ingredients.map(
      (old, i) => (chosen.has(`ingredient ${old.id}`) ? after.ingredients[i] : undefined) ?? old,
    ),
    dishes: dishIds.flatMap((id) => {
      const [old, now] = [before, after].map((facts) => facts.dishes.find((dish) => dish.id === id));
      if (!old || !now) return [(chosen.has(`dish ${id}`) ? now : old) ?? []].flat();
      const { salePrice } = chosen.has(`dish_price ${id}`) ? now : old;
      const { lines } = chosen.has(`dish_recipe ${id}`) ? now : old;
      return [{ id, salePrice, lines }];
    }),
  };
}

const keysOf = (before: Facts, after: Facts): readonly string[] => [
  ...before.fixedCosts.map((_, i) => `fixed_cost custo ${i}`),
  ...before.variableCosts.map((_, i) => `variable_cost taxa ${i}`),
  'revenue revenue',
  ...before.ingredients.map(({ id }) => `ingredient ${id}`),
  ...new Set(
    [...before.dishes, ...after.dishes].flatMap(({ id }) => [`dish ${id}`, `dish_price ${id}`, `dish_recipe ${id}`]),
  ),
];

const sorted = (facts: Facts) => ({
  ...facts,
  dishes: facts.dishes
    .map((dish) => ({ ...dish, lines: dish.lines.toSorted((a, b) => (a.ingredientId < b.ingredientId ? -1 : 1)) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});
