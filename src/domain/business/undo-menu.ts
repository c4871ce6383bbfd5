import { QUOTAS } from '../limits.ts';
import type { MenuEvent } from './events.ts';
import { dishesUsing, lineNames, lineOf, recordedLines } from './recipe.ts';
import type { UndoRefusal } from './refusals.ts';
import type { Business, Dish, DishLine } from './state.ts';
import { changedSince, type Inverse, isRefused, still } from './undo-checks.ts';

/** @param place that what was removed had: its `sequence`, or of a line its index in the recipe */
export function inverseOfMenu(state: Business, event: MenuEvent, place: number): Inverse {
  switch (event.type) {
    case 'IngredientAdded':
    case 'IngredientRestored': {
      const { name, unit, unitPrice } = event.data;
      const held = still(ingredient(state, event.data), { name, unit, unitPrice }, false);
      if (isRefused(held)) return held;
      const dishes = dishesUsing(state, held.id);
      if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: name, dishes };
      return { type: 'IngredientRemoved', data: { id: held.id, name, unit, unitPrice, version: held.version } };
    }
    case 'IngredientRenamed': {
      const { id, from, to } = event.data;
      const held = still(ingredient(state, { id, name: to }), { name: to }, true);
      return isRefused(held) ? held : { type: event.type, data: { id, from: to, to: from } };
    }
    case 'IngredientUnitChanged': {
      const { id, from, to } = event.data;
      const held = still(ingredient(state, event.data), { unit: to }, true);
      return isRefused(held) ? held : { type: event.type, data: { id, name: held.name, from: to, to: from } };
    }
    case 'IngredientRepriced': {
      const { id, from, to } = event.data;
      const held = still(ingredient(state, event.data), { unitPrice: to }, true);
      if (isRefused(held)) return held;
      return { type: event.type, data: { id, name: held.name, unit: held.unit, from: to, to: from } };
    }
    case 'IngredientRemoved': {
      const { id, name, unit, unitPrice, version } = event.data;
      if (state.ingredients.has(id)) return changedSince({ kind: 'ingredient', id, name }, 'back', false);
      if (state.ingredients.size >= QUOTAS.ingredients)
        return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
      return {
        type: 'IngredientRestored',
        data: { id, name, unit, unitPrice, version: version + 1, sequence: place },
      };
    }
    case 'DishAdded':
      return removal(state, { ...event.data, lines: [] });
    case 'DishRestored':
      return removal(state, event.data);
    case 'DishRenamed': {
      const { id, from, to } = event.data;
      const held = still(dish(state, { id, name: to }), { name: to }, true);
      return isRefused(held) ? held : { type: event.type, data: { id, from: to, to: from } };
    }
    case 'DishPriced': {
      const { id, from, to } = event.data;
      const held = still(dish(state, event.data), { salePrice: to }, true);
      return isRefused(held) ? held : { type: event.type, data: { id, name: held.name, from: to, to: from } };
    }
    case 'DishRemoved': {
      const { id, name, salePrice, version } = event.data;
      if (state.dishes.has(id)) return changedSince({ kind: 'dish', id, name }, 'back', false);
      if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
      const gone = event.data.lines.filter((line) => !state.ingredients.has(line.ingredientId));
      if (gone.length > 0)
        return {
          refusal: 'ingredients_gone',
          thing: { kind: 'dish', id, name },
          ingredients: gone.map((line) => line.ingredientName),
        };
      const lines = recordedLines(state, event.data.lines);
      return { type: 'DishRestored', data: { id, name, salePrice, lines, version: version + 1, sequence: place } };
    }
    case 'DishIngredientAdded':
    case 'DishIngredientRestored': {
      const found = stillIn(state, event.data, { quantity: event.data.quantity, again: false });
      if (isRefused(found)) return found;
      const { quantity, version } = found.line;
      return { type: 'DishIngredientRemoved', data: { ...found.names, quantity, version } };
    }
    case 'DishIngredientQuantityChanged': {
      const { from, to } = event.data;
      const found = stillIn(state, event.data, { quantity: to, again: true });
      return isRefused(found) ? found : { type: event.type, data: { ...found.names, from: to, to: from } };
    }
    case 'DishIngredientRemoved':
      return lineRestored(state, event.data, place);
    default:
      return event satisfies never;
  }
}

interface Known {
  readonly id: string;
  /** What the thing was called when the change was made. */
  readonly name: string;
}

const ingredient = (state: Business, known: Known) =>
  ({ kind: 'ingredient', held: state.ingredients.get(known.id), known }) as const;

const dish = (state: Business, known: Known) => ({ kind: 'dish', held: state.dishes.get(known.id), known }) as const;

type LineFacts = Pick<DishLine, 'ingredientId' | 'quantity'>;

/** Of a dish that came as `was`. */
function removal(
  state: Business,
  was: Pick<Dish, 'id' | 'name' | 'salePrice'> & { lines: readonly LineFacts[] },
): Inverse {
  const { name, salePrice } = was;
  const held = still(dish(state, was), { name, salePrice }, false);
  if (isRefused(held)) return held;
  const { id, version } = held;
  if (!isSameRecipe(held, was.lines)) return changedSince({ kind: 'dish', id, name }, 'lines', false);
  return {
    type: 'DishRemoved',
    data: { id, name, salePrice, lines: recordedLines(state, held.lines), version },
  };
}

const isSameRecipe = (held: Dish, was: readonly LineFacts[]): boolean =>
  held.lines.length === was.length &&
  was.every(({ ingredientId, quantity }) => lineOf(held, ingredientId)?.quantity === quantity);

interface LinePlace {
  readonly dishId: string;
  readonly dishName: string;
  readonly ingredientId: string;
  readonly ingredientName: string;
}

/** The line, if it is there with that quantity. */
function stillIn(
  state: Business,
  { dishId, dishName, ingredientId, ingredientName }: LinePlace,
  { quantity, again }: { readonly quantity: number; readonly again: boolean },
): { readonly line: DishLine; readonly names: LinePlace } | UndoRefusal {
  const held = state.dishes.get(dishId);
  if (!held) return changedSince({ kind: 'dish', id: dishId, name: dishName }, 'gone', false);
  const line = lineOf(held, ingredientId);
  if (!line)
    return changedSince(
      { kind: 'dish_ingredient', dishId, dishName: held.name, ingredientId, ingredientName },
      'gone',
      false,
    );
  const names = lineNames(state, held, ingredientId);
  if (line.quantity !== quantity) return changedSince({ kind: 'dish_ingredient', ...names }, 'quantity', again);
  return { line, names };
}

function lineRestored(
  state: Business,
  removed: LinePlace & { readonly quantity: number; readonly version: number },
  place: number,
): Inverse {
  const { dishId, dishName, ingredientId, ingredientName, quantity, version } = removed;
  const held = state.dishes.get(dishId);
  if (!held) return changedSince({ kind: 'dish', id: dishId, name: dishName }, 'gone', false);
  const thing = { kind: 'dish_ingredient', dishId, dishName: held.name, ingredientId, ingredientName } as const;
  if (lineOf(held, ingredientId)) return changedSince(thing, 'back', false);
  if (!state.ingredients.has(ingredientId))
    return { refusal: 'ingredients_gone', thing, ingredients: [ingredientName] };
  if (held.lines.length >= QUOTAS.linesPerDish)
    return { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish };
  return {
    type: 'DishIngredientRestored',
    data: { ...lineNames(state, held, ingredientId), quantity, version: version + 1, place },
  };
}
