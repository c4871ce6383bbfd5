import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { LIMITS } from '#domain/limits.ts';
import fc from 'fast-check';

/** The content of a business, without the order of its events; `eventsOf` returns the events. */
export interface Facts {
  readonly fixedCosts: readonly number[];
  readonly variableCosts: readonly number[];
  readonly months: readonly { readonly month: number; readonly value: number; readonly orders: number }[];
  readonly statedTicket: number | null;
  readonly ingredients: readonly { readonly id: string; readonly unitPrice: number }[];
  readonly dishes: readonly {
    readonly id: string;
    readonly salePrice: number;
    readonly lines: readonly { readonly ingredientId: string; readonly quantity: number }[];
  }[];
}

/** Mostly everyday amounts; some from the whole range, and often its ends. */
const amount = ({ min, max }: { readonly min: number; readonly max: number }): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min, max: Math.min(max, 1_000_000) }) },
    { weight: 2, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, min + 1, max - 1, max) },
  );

const ids = (prefix: string, length: number): readonly string[] => Array.from({ length }, (_, i) => `${prefix} ${i}`);
const INGREDIENTS = ids('insumo', 6);
const DISHES = ids('prato', 8);

export const someFacts: fc.Arbitrary<Facts> = fc.record({
  fixedCosts: fc.array(amount(fixedCostFields.value.spec.rule), { maxLength: 6 }),
  variableCosts: fc.array(amount(LIMITS.variableCost), { maxLength: 4 }),
  months: fc.uniqueArray(
    fc.record({
      month: fc.integer({ min: 1, max: 12 }),
      value: fc.oneof(fc.constant(0), amount(LIMITS.monthlyRevenue)),
      orders: fc.oneof(fc.constant(0), amount(LIMITS.orders)),
    }),
    { selector: ({ month }) => month, maxLength: 12 },
  ),
  statedTicket: fc.option(amount(LIMITS.averageTicket)),
  ingredients: fc.tuple(
    ...INGREDIENTS.map((id) => fc.record({ id: fc.constant(id), unitPrice: amount(LIMITS.unitPrice) })),
  ),
  dishes: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...DISHES),
      salePrice: fc.oneof(fc.constant(0), amount(LIMITS.salePrice)),
      lines: fc.uniqueArray(
        fc.record({ ingredientId: fc.constantFrom(...INGREDIENTS), quantity: amount(LIMITS.quantity) }),
        { selector: ({ ingredientId }) => ingredientId, maxLength: 5 },
      ),
    }),
    { selector: ({ id }) => id, maxLength: DISHES.length },
  ),
});

/** Returns the events that create this business. */
export function eventsOf(facts: Facts): readonly BusinessEvent[] {
  return [
    { type: 'BusinessOpened', data: { ownerId: 'ana' } },
    ...facts.fixedCosts.map((value, i): BusinessEvent => ({
      type: 'FixedCostAdded',
      data: { id: `custo ${i}`, name: 'custo', value },
    })),
    ...facts.variableCosts.map((percentage, i): BusinessEvent => ({
      type: 'VariableCostAdded',
      data: { id: `taxa ${i}`, name: 'taxa', percentage },
    })),
    ...facts.months.map(({ month, value, orders }): BusinessEvent => ({
      type: 'MonthRevenueRecorded',
      data: { month, from: null, to: { value, orders } },
    })),
    ...(facts.statedTicket === null
      ? []
      : [{ type: 'AverageTicketStated', data: { from: null, to: facts.statedTicket } } as const]),
    ...facts.ingredients.map(({ id, unitPrice }): BusinessEvent => ({
      type: 'IngredientAdded',
      data: { id, name: id, unit: 'kg', unitPrice },
    })),
    ...facts.dishes.flatMap(({ id, salePrice, lines }): BusinessEvent[] => [
      { type: 'DishAdded', data: { id, name: id, salePrice } },
      ...lines.map(({ ingredientId, quantity }): BusinessEvent => ({
        type: 'DishIngredientAdded',
        data: { dishId: id, dishName: id, ingredientId, ingredientName: ingredientId, quantity },
      })),
    ]),
  ];
}
