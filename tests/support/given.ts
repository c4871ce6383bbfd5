import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Business } from '#domain/business/state.ts';
import { expect } from 'vitest';

/**
 * Specifications of a business: earlier events, a command, the resulting events or refusal. The name of an entity is
 * also its id here; amounts are given in reais, units or percent.
 */

export type Fact = readonly BusinessEvent[];

/** A business opened by 'ana' with these earlier events. */
export const given = (...facts: readonly Fact[]) => givenState(fold([...opened, ...facts.flat()]));

/** The state before a business is opened. */
export const givenNothing = () => givenState(fold([]));

function givenState(state: Business) {
  return {
    state,
    when: (command: BusinessCommand) => {
      const decision = decide(state, command);
      return {
        /** Expects exactly these events. */
        gives: (...events: readonly BusinessEvent[]) => {
          expect(decision).toEqual(events);
          return givenState(fold(events, state));
        },
        changesNothing: () => expect(decision).toEqual([]),
        /** Expects a refusal; `details` are all its fields besides the code. */
        refusedWith: <Code extends BusinessRefusal['refusal']>(
          code: Code,
          ...details: readonly Omit<Extract<BusinessRefusal, { refusal: Code }>, 'refusal'>[]
        ) =>
          details.length > 0 ? expect(decision).toEqual({ refusal: code, ...details[0] }) : hasCode(decision, code),
      };
    },
  };
}

function hasCode(decision: ReturnType<typeof decide>, code: string): void {
  expect(isRefusal(decision) ? decision.refusal : decision).toBe(code);
}

/** 12.34 → 123400. */
export const units = (amount: number): number => Math.round(amount * 10_000);

const opened: Fact = [{ type: 'BusinessOpened', data: { ownerId: 'ana' } }];

export const fixedCost = (name: string, value = 100): Fact => [
  { type: 'FixedCostAdded', data: { id: name, name, value: units(value) } },
];

export const variableCost = (name: string, percentage = 5): Fact => [
  { type: 'VariableCostAdded', data: { id: name, name, percentage: units(percentage) } },
];

export const month = (number: number, value: number, orders: number): Fact => [
  { type: 'MonthRevenueRecorded', data: { month: number, from: null, to: { value: units(value), orders } } },
];

export const statedTicket = (ticket: number): Fact => [
  { type: 'AverageTicketStated', data: { from: null, to: units(ticket) } },
];

export const added = (name: string, unitPrice = 4, unit = 'kg'): Fact => [
  { type: 'IngredientAdded', data: { id: name, name, unit, unitPrice: units(unitPrice) } },
];

export const repriced = (name: string, from: number, to: number): Fact => [
  { type: 'IngredientRepriced', data: { id: name, name, unit: 'kg', from: units(from), to: units(to) } },
];

export const removed = (name: string): Fact => [
  { type: 'IngredientRemoved', data: { id: name, name, unit: 'kg', unitPrice: units(4), version: 1 } },
];

interface Use {
  readonly ingredient: string;
  readonly quantity: number;
}

export const uses = (ingredient: string, quantity = 1): Use => ({ ingredient, quantity });

/** A dish without a price, with a recipe. */
export const dish = (name: string, ...recipe: readonly Use[]): Fact => pricedDish(name, 0, ...recipe);

export const pricedDish = (name: string, salePrice: number, ...recipe: readonly Use[]): Fact => [
  { type: 'DishAdded', data: { id: name, name, salePrice: units(salePrice) } },
  ...recipe.map(({ ingredient, quantity }): BusinessEvent => ({
    type: 'DishIngredientAdded',
    data: { ...lineIn(name, ingredient), quantity: units(quantity) },
  })),
];

/** The fields that identify a recipe line in an event. */
export const lineIn = (dishName: string, ingredientName: string) => ({
  dishId: dishName,
  dishName,
  ingredientId: ingredientName,
  ingredientName,
  unit: 'kg',
});

/** `count` facts, made from 'nome 1', 'nome 2' … */
export const many = (count: number, fact: (name: string) => Fact): Fact =>
  Array.from({ length: count }, (_, i) => fact(`nome ${i + 1}`)).flat();

/** The command to remove an ingredient. */
export const remove = (name: string, version?: number): BusinessCommand => ({
  type: 'RemoveIngredient',
  id: name,
  version,
});
