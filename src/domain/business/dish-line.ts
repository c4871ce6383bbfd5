import type { Units } from '../decimal.ts';
import { QUOTAS } from '../limits.ts';
import { type Decisions, type FieldEvents, fieldChanges } from './decision.ts';
import type { Dish } from './dish.ts';
import { changeRow, type Draft, type Evolution } from './draft.ts';
import { changedSince, type Inverse, type Inverses, isRefused, type Places } from './inverse.ts';
import type { Command, Event, Given } from './message.ts';
import { lineOf, type LinePlace, linePlace } from './recipe.ts';
import type { UndoRefusal } from './refusals.ts';
import type { Business } from './state.ts';

/** Everything that is said of an ingredient in a dish. */
export type DishLineFields = {
  /** In the ingredient's unit. */
  readonly quantity: Units;
};

export interface DishLine extends DishLineFields {
  readonly ingredientId: string;
  readonly version: number;
}

type Target = { dishId: string; ingredientId: string };
type VersionedTarget = Target & { version?: number | undefined };

export type DishLineCommand =
  | Command<'AddDishIngredient', Target & Given<DishLineFields>>
  | Command<'ChangeDishIngredient', VersionedTarget & DishLineFields>
  | Command<'RemoveDishIngredient', VersionedTarget>;

export type DishLineEvent =
  | Event<'DishIngredientAdded', LinePlace & Given<DishLineFields>>
  | Event<'DishIngredientQuantityChanged', LinePlace & { from: Units; to: Units }>
  | Event<'DishIngredientRemoved', LinePlace & Given<DishLineFields> & { version: number }>
  /** `place`: before which line of the recipe it stands again, from 0. */
  | Event<'DishIngredientRestored', LinePlace & Given<DishLineFields> & { version: number; place: number }>;

const fieldsOf = ({ quantity }: Given<DishLineFields>): DishLineFields => ({ quantity });

interface Found {
  readonly dish: Dish;
  readonly line: DishLine;
}

function find(state: Business, { dishId, ingredientId }: Target): Found | undefined {
  const dish = state.dishes.get(dishId);
  const line = dish && lineOf(dish, ingredientId);
  return line && { dish, line };
}

const versionOf = (state: Business, target: Target): number | undefined => find(state, target)?.line.version;

const changes = (place: LinePlace): FieldEvents<DishLineFields, unknown> => ({
  quantity: ({ quantity: from }, { quantity: to }) => ({
    type: 'DishIngredientQuantityChanged',
    data: { ...place, from, to },
  }),
});

export const dishLineDecisions: Decisions<DishLineCommand> = {
  AddDishIngredient: {
    decide(state, { dishId, ingredientId, ...fields }) {
      const dish = state.dishes.get(dishId);
      if (!dish) return { refusal: 'dish_unknown' };
      const ingredient = state.ingredients.get(ingredientId);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      if (lineOf(dish, ingredientId))
        return { refusal: 'ingredient_already_in_dish', ingredient: ingredient.name, dish: dish.name };
      if (dish.lines.length >= QUOTAS.linesPerDish)
        return { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish };
      const data = { ...linePlace(state, dish, ingredientId), ...fieldsOf(fields) };
      return [{ type: 'DishIngredientAdded', data }];
    },
  },
  ChangeDishIngredient: {
    version: versionOf,
    decide(state, command) {
      const found = find(state, command);
      if (!found) return { refusal: 'dish_ingredient_unknown' };
      const { dish, line } = found;
      return fieldChanges(line, command, changes(linePlace(state, dish, line.ingredientId)));
    },
  },
  RemoveDishIngredient: {
    version: versionOf,
    decide(state, command) {
      const found = find(state, command);
      return found
        ? [removed(found, linePlace(state, found.dish, command.ingredientId))]
        : { refusal: 'dish_ingredient_unknown' };
    },
  },
};

const removed = ({ line }: Pick<Found, 'line'>, place: LinePlace): DishLineEvent => ({
  type: 'DishIngredientRemoved',
  data: { ...place, ...fieldsOf(line), version: line.version },
});

function changeLines(
  { dishes }: Draft<'dishes'>,
  dishId: string,
  change: (lines: readonly DishLine[]) => readonly DishLine[],
): void {
  const dish = dishes.get(dishId);
  if (dish) changeRow(dishes, dishId, { lines: change(dish.lines) });
}

export const dishLineEvolution: Evolution<DishLineEvent, 'dishes'> = {
  DishIngredientAdded: (draft, { dishId, ingredientId, ...added }) =>
    changeLines(draft, dishId, (lines) => [...lines, { ingredientId, ...fieldsOf(added), version: 1 }]),
  DishIngredientQuantityChanged: (draft, { dishId, ingredientId, to }) =>
    changeLines(draft, dishId, (lines) =>
      lines.map((line) =>
        line.ingredientId === ingredientId ? { ...line, quantity: to, version: line.version + 1 } : line,
      ),
    ),
  DishIngredientRemoved: (draft, { dishId, ingredientId }) =>
    changeLines(draft, dishId, (lines) => lines.filter((line) => line.ingredientId !== ingredientId)),
  DishIngredientRestored: (draft, { dishId, ingredientId, version, place, ...restored }) =>
    changeLines(draft, dishId, (lines) => lines.toSpliced(place, 0, { ingredientId, ...fieldsOf(restored), version })),
};

/**
 * The line as it stands now, if it has this quantity; else what has become of it.
 * @param again only a change of just the quantity is to be taken back, not the coming of the whole line
 */
function unchangedLine(
  state: Business,
  { dishId, dishName, ingredientId, ingredientName }: LinePlace,
  { quantity, again }: { readonly quantity: Units; readonly again: boolean },
): { readonly line: DishLine; readonly place: LinePlace } | UndoRefusal {
  const dish = state.dishes.get(dishId);
  if (!dish) return changedSince({ kind: 'dish', id: dishId, name: dishName }, 'gone', false);
  const line = lineOf(dish, ingredientId);
  if (!line)
    return changedSince(
      { kind: 'dish_ingredient', dishId, dishName: dish.name, ingredientId, ingredientName },
      'gone',
      false,
    );
  const place = linePlace(state, dish, ingredientId);
  if (line.quantity === quantity) return { line, place };
  const { dishName: dishNow, ingredientName: nameNow } = place;
  const entity = { kind: 'dish_ingredient', dishId, dishName: dishNow, ingredientId, ingredientName: nameNow } as const;
  return changedSince(entity, 'quantity', again);
}

/** Of a line that was added, or came back, with this quantity. */
function removal(state: Business, { quantity, ...added }: LinePlace & Given<DishLineFields>): Inverse {
  const found = unchangedLine(state, added, { quantity, again: false });
  return isRefused(found) ? found : removed(found, found.place);
}

export const dishLineInverses: Inverses<DishLineEvent> = {
  DishIngredientAdded: removal,
  DishIngredientRestored: removal,
  DishIngredientQuantityChanged(state, { from, to, ...changed }) {
    const found = unchangedLine(state, changed, { quantity: to, again: true });
    return isRefused(found)
      ? found
      : { type: 'DishIngredientQuantityChanged', data: { ...found.place, from: to, to: from } };
  },
  DishIngredientRemoved(state, line, place) {
    const { dishId, dishName, ingredientId, ingredientName, version } = line;
    const dish = state.dishes.get(dishId);
    if (!dish) return changedSince({ kind: 'dish', id: dishId, name: dishName }, 'gone', false);
    const entity = { kind: 'dish_ingredient', dishId, dishName: dish.name, ingredientId, ingredientName } as const;
    if (lineOf(dish, ingredientId)) return changedSince(entity, 'back', false);
    if (!state.ingredients.has(ingredientId))
      return { refusal: 'ingredients_gone', entity, ingredients: [ingredientName] };
    if (dish.lines.length >= QUOTAS.linesPerDish)
      return { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish };
    const data = { ...linePlace(state, dish, ingredientId), ...fieldsOf(line), version: version + 1, place };
    return { type: 'DishIngredientRestored', data };
  },
};

export const dishLinePlaces: Places<DishLineEvent, 'DishIngredientRemoved'> = {
  DishIngredientRemoved({ dishes }, { dishId, ingredientId }) {
    const lines = dishes.get(dishId)?.lines ?? [];
    return Math.max(
      lines.findIndex((line) => line.ingredientId === ingredientId),
      0,
    );
  },
};
