import { derivedTicket } from '../figures/business-figures.ts';
import { QUOTAS } from '../limits.ts';
import type { BusinessCommand } from './commands.ts';
import type { BusinessEvent } from './events.ts';
import type { BusinessRefusal } from './refusals.ts';
import type { Business, Dish, DishLine } from './state.ts';

export type BusinessDecision = readonly BusinessEvent[] | BusinessRefusal;

export const isRefusal = (decision: BusinessDecision): decision is BusinessRefusal => 'refusal' in decision;

const nothingChanged: readonly BusinessEvent[] = [];

/** What follows from a command: events, none of them when nothing changes, or a named refusal. Pure. */
export function decide(state: Business, command: BusinessCommand): BusinessDecision {
  if (command.type === 'OpenBusiness') return openBusiness(state, command.ownerId);
  if (state.ownerId === null || state.erased) return { refusal: 'business_not_open' };
  switch (command.type) {
    case 'AddFixedCost': {
      const { type: _, ...data } = command;
      if (state.fixedCosts.has(data.id)) return { refusal: 'id_taken' };
      if (state.fixedCosts.size >= QUOTAS.fixedCosts)
        return { refusal: 'too_many_fixed_costs', limit: QUOTAS.fixedCosts };
      return [{ type: 'FixedCostAdded', data }];
    }
    case 'ChangeFixedCost': {
      const cost = state.fixedCosts.get(command.id);
      if (!cost) return { refusal: 'fixed_cost_unknown' };
      const { id, name = cost.name, value = cost.value } = command;
      return (
        staleness(command, cost) ?? [
          ...when(name !== cost.name, { type: 'FixedCostRenamed', data: { id, from: cost.name, to: name } }),
          ...when(value !== cost.value, {
            type: 'FixedCostAmountChanged',
            data: { id, name, from: cost.value, to: value },
          }),
        ]
      );
    }
    case 'RemoveFixedCost': {
      const cost = state.fixedCosts.get(command.id);
      if (!cost) return { refusal: 'fixed_cost_unknown' };
      const { id, name, value, version } = cost;
      return staleness(command, cost) ?? [{ type: 'FixedCostRemoved', data: { id, name, value, version } }];
    }
    case 'AddVariableCost': {
      const { type: _, ...data } = command;
      if (state.variableCosts.has(data.id)) return { refusal: 'id_taken' };
      if (state.variableCosts.size >= QUOTAS.variableCosts)
        return { refusal: 'too_many_variable_costs', limit: QUOTAS.variableCosts };
      return [{ type: 'VariableCostAdded', data }];
    }
    case 'ChangeVariableCost': {
      const cost = state.variableCosts.get(command.id);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      const { id, name = cost.name, percentage = cost.percentage } = command;
      return (
        staleness(command, cost) ?? [
          ...when(name !== cost.name, { type: 'VariableCostRenamed', data: { id, from: cost.name, to: name } }),
          ...when(percentage !== cost.percentage, {
            type: 'VariableCostRateChanged',
            data: { id, name, from: cost.percentage, to: percentage },
          }),
        ]
      );
    }
    case 'RemoveVariableCost': {
      const cost = state.variableCosts.get(command.id);
      if (!cost) return { refusal: 'variable_cost_unknown' };
      const { id, name, percentage, version } = cost;
      return staleness(command, cost) ?? [{ type: 'VariableCostRemoved', data: { id, name, percentage, version } }];
    }
    case 'RecordMonthRevenue': {
      const { month, value, orders } = command;
      const held = state.months.get(month);
      const stale = staleness(command, held ?? { version: 0 });
      if (stale) return stale;
      if (held ? held.value === value && held.orders === orders : value === 0 && orders === 0) return nothingChanged;
      const from = held ? { value: held.value, orders: held.orders } : null;
      return [{ type: 'MonthRevenueRecorded', data: { month, from, to: { value, orders } } }];
    }
    case 'StateAverageTicket': {
      // The screen states what it derived after every revenue save: only what the months do not say is news.
      const derived = derivedTicket([...state.months.values()]);
      const isKnown = command.ticket === state.statedTicket || BigInt(command.ticket) === derived;
      if (command.ticket === 0 || isKnown) return nothingChanged;
      return [{ type: 'AverageTicketStated', data: { from: state.statedTicket, to: command.ticket } }];
    }
    case 'AddIngredient': {
      const { type: _, ...data } = command;
      if (state.ingredients.has(data.id)) return { refusal: 'id_taken' };
      if (state.ingredients.size >= QUOTAS.ingredients)
        return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
      return [{ type: 'IngredientAdded', data }];
    }
    case 'ChangeIngredient': {
      const ingredient = state.ingredients.get(command.id);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      const { id, name = ingredient.name, unit = ingredient.unit, unitPrice = ingredient.unitPrice } = command;
      return (
        staleness(command, ingredient) ?? [
          ...when(name !== ingredient.name, {
            type: 'IngredientRenamed',
            data: { id, from: ingredient.name, to: name },
          }),
          ...when(unit !== ingredient.unit, {
            type: 'IngredientUnitChanged',
            data: { id, name, from: ingredient.unit, to: unit },
          }),
          ...when(unitPrice !== ingredient.unitPrice, {
            type: 'IngredientRepriced',
            data: { id, name, unit, from: ingredient.unitPrice, to: unitPrice },
          }),
        ]
      );
    }
    case 'RemoveIngredient': {
      const ingredient = state.ingredients.get(command.id);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      const { id, name, unit, unitPrice, version } = ingredient;
      const dishes = dishesUsing(state, id);
      if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: name, dishes };
      return (
        staleness(command, ingredient) ?? [{ type: 'IngredientRemoved', data: { id, name, unit, unitPrice, version } }]
      );
    }
    case 'AddDish': {
      const { type: _, ...data } = command;
      if (state.dishes.has(data.id)) return { refusal: 'id_taken' };
      if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
      return [{ type: 'DishAdded', data }];
    }
    case 'ChangeDish': {
      const dish = state.dishes.get(command.id);
      if (!dish) return { refusal: 'dish_unknown' };
      const { id, name = dish.name, salePrice = dish.salePrice } = command;
      return (
        staleness(command, dish) ?? [
          ...when(name !== dish.name, { type: 'DishRenamed', data: { id, from: dish.name, to: name } }),
          ...when(salePrice !== dish.salePrice, {
            type: 'DishPriced',
            data: { id, name, from: dish.salePrice, to: salePrice },
          }),
        ]
      );
    }
    case 'RemoveDish': {
      const dish = state.dishes.get(command.id);
      if (!dish) return { refusal: 'dish_unknown' };
      const { id, name, salePrice, version } = dish;
      const lines = dish.lines.map(({ ingredientId, quantity }) => ({
        ingredientId,
        ingredientName: nameOfIngredient(state, ingredientId),
        quantity,
      }));
      return staleness(command, dish) ?? [{ type: 'DishRemoved', data: { id, name, salePrice, lines, version } }];
    }
    case 'AddDishIngredient': {
      const { dishId, ingredientId, quantity } = command;
      const dish = state.dishes.get(dishId);
      if (!dish) return { refusal: 'dish_unknown' };
      const ingredient = state.ingredients.get(ingredientId);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      if (lineOf(dish, ingredientId))
        return { refusal: 'ingredient_already_in_dish', ingredient: ingredient.name, dish: dish.name };
      if (dish.lines.length >= QUOTAS.linesPerDish)
        return { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish };
      return [{ type: 'DishIngredientAdded', data: { ...lineData(state, dish, ingredientId), quantity } }];
    }
    case 'ChangeDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      const line = dish && lineOf(dish, command.ingredientId);
      if (!dish || !line) return { refusal: 'dish_ingredient_unknown' };
      const data = { ...lineData(state, dish, line.ingredientId), from: line.quantity, to: command.quantity };
      return (
        staleness(command, line) ?? [...when(data.from !== data.to, { type: 'DishIngredientQuantityChanged', data })]
      );
    }
    case 'RemoveDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      const line = dish && lineOf(dish, command.ingredientId);
      if (!dish || !line) return { refusal: 'dish_ingredient_unknown' };
      const data = { ...lineData(state, dish, line.ingredientId), quantity: line.quantity };
      return staleness(command, line) ?? [{ type: 'DishIngredientRemoved', data }];
    }
    default:
      return command satisfies never;
  }
}

function openBusiness(state: Business, ownerId: string): BusinessDecision {
  if (state.ownerId !== null) return { refusal: 'business_already_open' };
  return [{ type: 'BusinessOpened', data: { ownerId } }];
}

const when = (changed: boolean, event: BusinessEvent): readonly BusinessEvent[] => (changed ? [event] : []);

function staleness(
  command: { readonly version?: number | undefined },
  held: { readonly version: number },
): BusinessRefusal | undefined {
  if (command.version === undefined || command.version === held.version) return undefined;
  return { refusal: 'changed_meanwhile', given: command.version, current: held.version };
}

/** Names of the dishes that use an ingredient, in the order of the menu. */
export const dishesUsing = (state: Business, ingredientId: string): readonly string[] =>
  [...state.dishes.values()].filter((dish) => lineOf(dish, ingredientId)).map((dish) => dish.name);

const lineOf = (dish: Dish, ingredientId: string): DishLine | undefined =>
  dish.lines.find((line) => line.ingredientId === ingredientId);

const nameOfIngredient = (state: Business, id: string): string => state.ingredients.get(id)?.name ?? '';

const lineData = (state: Business, dish: Dish, ingredientId: string) => ({
  dishId: dish.id,
  dishName: dish.name,
  ingredientId,
  ingredientName: nameOfIngredient(state, ingredientId),
});
