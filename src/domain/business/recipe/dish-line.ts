import type { TenThousandths } from '../../decimal.ts';
import { QUOTAS } from '../../limits.ts';
import type { Scope } from '../channel/fields.ts';
import type { Decisions } from '../decision.ts';
import type { Evolution } from '../business-draft.ts';
import type { Inverses, FormerPositions } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import type { DishLineReference } from './line.ts';
import {
  addLine,
  undoAddition,
  changeLine,
  undoChannelsChange,
  appendLine,
  updateLine,
  deleteLine,
  reinsertLine,
  lineIndex,
  lineVersion,
  undoQuantityChange,
  undoRemoval,
  removeLine,
  undoUnitChange,
  type FromTo,
  type RestoredLine,
  type ScopedRecipeKind,
  type LineValues,
  type ScopeChange,
} from './recipe-lines.ts';

type Target = { dishId: string; ingredientId: string };
type VersionedTarget = Target & { version?: number | undefined };

export type DishLineCommand =
  /** `unit` is by default the component's. */
  | Command<
      'AddDishIngredient',
      Target & { quantity: TenThousandths; unit?: string | undefined } & { channels?: Scope | undefined }
    >
  | Command<
      'ChangeDishIngredient',
      VersionedTarget & { quantity?: TenThousandths | undefined; unit?: string | undefined } & {
        channels?: Scope | undefined;
      }
    >
  | Command<'RemoveDishIngredient', VersionedTarget>;

export type DishLineEvent =
  | Event<'DishIngredientAdded', DishLineReference & LineValues>
  | Event<'DishIngredientQuantityChanged', DishLineReference & FromTo<TenThousandths>>
  | Event<'DishIngredientUnitChanged', DishLineReference & FromTo<string>>
  | Event<'DishIngredientChannelsChanged', DishLineReference & ScopeChange>
  | Event<'DishIngredientRemoved', DishLineReference & LineValues & { version: number }>
  | Event<'DishIngredientRestored', DishLineReference & LineValues & RestoredLine>;

const DISH_LINES: ScopedRecipeKind<Pick<DishLineReference, 'dishId' | 'dishName'>, DishLineEvent> = {
  recipe: 'dish',
  limit: QUOTAS.linesPerDish,
  /** The request body names the dish, so the refusal is about a field. */
  recipeUnknown: { refusal: 'line_dish_unknown' },
  lineUnknown: { refusal: 'dish_ingredient_unknown' },
  tooMany: { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish },
  recipesIn: ({ dishes }) => dishes,
  placeOf: ({ id, name }) => ({ dishId: id, dishName: name }),
  recordedRecipe: ({ dishId, dishName }) => ({ id: dishId, name: dishName }),
  reference: (place, { id, name }) => ({ kind: 'dish_ingredient', ...place, ingredientId: id, ingredientName: name }),
  duplicateRefusal: (recipe, component) => ({
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
  DishIngredientAdded: ({ dishes }, data) => appendLine(dishes, data.dishId, data),
  DishIngredientQuantityChanged: ({ dishes }, { dishId, ingredientId, to }) =>
    updateLine(dishes, dishId, { ingredientId, quantity: to }),
  DishIngredientUnitChanged: ({ dishes }, { dishId, ingredientId, to }) =>
    updateLine(dishes, dishId, { ingredientId, ownUnit: to }),
  DishIngredientChannelsChanged: ({ dishes }, { dishId, ingredientId, to }) =>
    updateLine(dishes, dishId, { ingredientId, channels: to }),
  DishIngredientRemoved: ({ dishes }, { dishId, ingredientId }) => deleteLine(dishes, dishId, ingredientId),
  DishIngredientRestored: ({ dishes }, data) => reinsertLine(dishes, data.dishId, data),
};

export const dishLineInverses: Inverses<DishLineEvent> = {
  DishIngredientAdded: (state, data) => undoAddition(DISH_LINES, state, data),
  DishIngredientRestored: (state, data) => undoAddition(DISH_LINES, state, data),
  DishIngredientQuantityChanged: (state, data) => undoQuantityChange(DISH_LINES, state, data),
  DishIngredientUnitChanged: (state, data) => undoUnitChange(DISH_LINES, state, data),
  DishIngredientChannelsChanged: (state, data) => undoChannelsChange(DISH_LINES, state, data),
  DishIngredientRemoved: (state, data, formerPosition) => undoRemoval(DISH_LINES, state, data, formerPosition),
};

export const dishLineFormerPositions: FormerPositions<DishLineEvent, 'DishIngredientRemoved'> = {
  DishIngredientRemoved: ({ dishes }, { dishId, ingredientId }) => lineIndex(dishes, dishId, ingredientId),
};
