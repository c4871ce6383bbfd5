import type { Units } from '../../decimal.ts';
import { QUOTAS } from '../../limits.ts';
import type { Scope } from '../channel/scope.ts';
import type { Decisions } from '../decision.ts';
import type { Evolution } from '../draft.ts';
import type { Inverses, Places } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import type { DishLinePlace } from './line.ts';
import {
  addLine,
  additionUndone,
  changeLine,
  channelsUndone,
  lineAdded,
  lineChanged,
  lineRemoved,
  lineRestored,
  linePlace,
  lineVersion,
  quantityUndone,
  removalUndone,
  removeLine,
  unitUndone,
  type FromTo,
  type RestoredLine,
  type ScopedLineKind,
  type LineValues,
  type ScopeChange,
} from './recipe-lines.ts';

type Target = { dishId: string; ingredientId: string };
type VersionedTarget = Target & { version?: number | undefined };

export type DishLineCommand =
  /** `unit` is by default the component's. */
  | Command<
      'AddDishIngredient',
      Target & { quantity: Units; unit?: string | undefined } & { channels?: Scope | undefined }
    >
  | Command<
      'ChangeDishIngredient',
      VersionedTarget & { quantity?: Units | undefined; unit?: string | undefined } & { channels?: Scope | undefined }
    >
  | Command<'RemoveDishIngredient', VersionedTarget>;

export type DishLineEvent =
  | Event<'DishIngredientAdded', DishLinePlace & LineValues>
  | Event<'DishIngredientQuantityChanged', DishLinePlace & FromTo<Units>>
  | Event<'DishIngredientUnitChanged', DishLinePlace & FromTo<string>>
  | Event<'DishIngredientChannelsChanged', DishLinePlace & ScopeChange>
  | Event<'DishIngredientRemoved', DishLinePlace & LineValues & { version: number }>
  | Event<'DishIngredientRestored', DishLinePlace & LineValues & RestoredLine>;

const DISH_LINES: ScopedLineKind<Pick<DishLinePlace, 'dishId' | 'dishName'>, DishLineEvent> = {
  recipe: 'dish',
  limit: QUOTAS.linesPerDish,
  /** The recipe is named in the body of the call. */
  recipeUnknown: { refusal: 'line_dish_unknown' },
  lineUnknown: { refusal: 'dish_ingredient_unknown' },
  tooMany: { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish },
  recipesIn: ({ dishes }) => dishes,
  placeOf: ({ id, name }) => ({ dishId: id, dishName: name }),
  recipeAt: ({ dishId, dishName }) => ({ id: dishId, name: dishName }),
  reference: (place, { id, name }) => ({ kind: 'dish_ingredient', ...place, ingredientId: id, ingredientName: name }),
  alreadyThere: (recipe, component) => ({
    refusal: 'ingredient_already_in_dish',
    ingredient: component.name,
    dish: recipe.name,
  }),
  added: (data) => ({ type: 'DishIngredientAdded', data }),
  quantityChanged: (data) => ({ type: 'DishIngredientQuantityChanged', data }),
  unitChanged: (data) => ({ type: 'DishIngredientUnitChanged', data }),
  channelsChanged: (data) => ({
    type: 'DishIngredientChannelsChanged',
    data,
  }),
  removed: (data) => ({ type: 'DishIngredientRemoved', data }),
  restored: (data) => ({ type: 'DishIngredientRestored', data }),
};

export const dishLineDecisions: Decisions<DishLineCommand, DishLineEvent> = {
  AddDishIngredient: { decide: (state, { dishId, ...line }) => addLine(DISH_LINES, state, dishId, line) },
  ChangeDishIngredient: {
    version: (state, { dishId, ingredientId }) => lineVersion(DISH_LINES, state, dishId, ingredientId),
    decide: (state, { dishId, ...change }) => changeLine(DISH_LINES, state, dishId, change),
  },
  RemoveDishIngredient: {
    version: (state, { dishId, ingredientId }) => lineVersion(DISH_LINES, state, dishId, ingredientId),
    decide: (state, { dishId, ingredientId }) => removeLine(DISH_LINES, state, dishId, ingredientId),
  },
};

export const dishLineEvolution: Evolution<DishLineEvent, 'dishes'> = {
  DishIngredientAdded: ({ dishes }, data) => lineAdded(dishes, data.dishId, data),
  DishIngredientQuantityChanged: ({ dishes }, { dishId, ingredientId, to }) =>
    lineChanged(dishes, dishId, { ingredientId, quantity: to }),
  DishIngredientUnitChanged: ({ dishes }, { dishId, ingredientId, to }) =>
    lineChanged(dishes, dishId, { ingredientId, ownUnit: to }),
  DishIngredientChannelsChanged: ({ dishes }, { dishId, ingredientId, to }) =>
    lineChanged(dishes, dishId, { ingredientId, channels: to }),
  DishIngredientRemoved: ({ dishes }, { dishId, ingredientId }) => lineRemoved(dishes, dishId, ingredientId),
  DishIngredientRestored: ({ dishes }, data) => lineRestored(dishes, data.dishId, data),
};

export const dishLineInverses: Inverses<DishLineEvent> = {
  DishIngredientAdded: (state, data) => additionUndone(DISH_LINES, state, data),
  DishIngredientRestored: (state, data) => additionUndone(DISH_LINES, state, data),
  DishIngredientQuantityChanged: (state, data) => quantityUndone(DISH_LINES, state, data),
  DishIngredientUnitChanged: (state, data) => unitUndone(DISH_LINES, state, data),
  DishIngredientChannelsChanged: (state, data) => channelsUndone(DISH_LINES, state, data),
  DishIngredientRemoved: (state, data, place) => removalUndone(DISH_LINES, state, data, place),
};

export const dishLinePlaces: Places<DishLineEvent, 'DishIngredientRemoved'> = {
  DishIngredientRemoved: ({ dishes }, { dishId, ingredientId }) => linePlace(dishes, dishId, ingredientId),
};
