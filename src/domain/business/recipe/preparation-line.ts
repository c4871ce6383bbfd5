import type { TenThousandths } from '../../decimal.ts';
import { QUOTAS } from '../../limits.ts';

import type { Decisions } from '../decision.ts';
import type { Evolution } from '../business-draft.ts';
import type { Inverses, FormerPositions } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import type { PreparationLineReference } from './line.ts';
import {
  addLine,
  undoAddition,
  changeLine,
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
  type RecipeKind,
  type LineValues,
} from './recipe-lines.ts';

type Target = { preparationId: string; ingredientId: string };
type VersionedTarget = Target & { version?: number | undefined };

export type PreparationLineCommand =
  /** `unit` is by default the component's. */
  | Command<'AddPreparationIngredient', Target & { quantity: TenThousandths; unit?: string | undefined }>
  | Command<
      'ChangePreparationIngredient',
      VersionedTarget & { quantity?: TenThousandths | undefined; unit?: string | undefined }
    >
  | Command<'RemovePreparationIngredient', VersionedTarget>;

export type PreparationLineEvent =
  | Event<'PreparationIngredientAdded', PreparationLineReference & LineValues>
  | Event<'PreparationIngredientQuantityChanged', PreparationLineReference & FromTo<TenThousandths>>
  | Event<'PreparationIngredientUnitChanged', PreparationLineReference & FromTo<string>>
  | Event<'PreparationIngredientRemoved', PreparationLineReference & LineValues & { version: number }>
  | Event<'PreparationIngredientRestored', PreparationLineReference & LineValues & RestoredLine>;

const PREPARATION_LINES: RecipeKind<
  Pick<PreparationLineReference, 'preparationId' | 'preparationName'>,
  PreparationLineEvent
> = {
  recipe: 'preparation',
  limit: QUOTAS.linesPerPreparation,
  /** The path names the preparation. */
  recipeUnknown: { refusal: 'preparation_unknown' },
  lineUnknown: { refusal: 'preparation_ingredient_unknown' },
  tooMany: { refusal: 'too_many_preparation_ingredients', limit: QUOTAS.linesPerPreparation },
  recipesIn: ({ preparations }) => preparations,
  placeOf: ({ id, name }) => ({ preparationId: id, preparationName: name }),
  recordedRecipe: ({ preparationId, preparationName }) => ({ id: preparationId, name: preparationName }),
  reference: (place, { id, name }) => ({
    kind: 'preparation_ingredient',
    ...place,
    ingredientId: id,
    ingredientName: name,
  }),
  duplicateRefusal: (recipe, component) => ({
    refusal: 'ingredient_already_in_preparation',
    ingredient: component.name,
    preparation: recipe.name,
  }),
  added: (data) => ({ type: 'PreparationIngredientAdded', data }),
  quantityChanged: (data) => ({ type: 'PreparationIngredientQuantityChanged', data }),
  unitChanged: (data) => ({ type: 'PreparationIngredientUnitChanged', data }),
  removed: (data) => ({ type: 'PreparationIngredientRemoved', data }),
  restored: (data) => ({ type: 'PreparationIngredientRestored', data }),
};

export const preparationLineDecisions: Decisions<PreparationLineCommand, PreparationLineEvent> = {
  AddPreparationIngredient: {
    decide: (state, { preparationId, ...line }) => addLine(PREPARATION_LINES, state, preparationId, line),
  },
  ChangePreparationIngredient: {
    version: (state, { preparationId, ingredientId }) =>
      lineVersion(PREPARATION_LINES, state, preparationId, ingredientId),
    decide: (state, { preparationId, ...change }) => changeLine(PREPARATION_LINES, state, preparationId, change),
  },
  RemovePreparationIngredient: {
    version: (state, { preparationId, ingredientId }) =>
      lineVersion(PREPARATION_LINES, state, preparationId, ingredientId),
    decide: (state, { preparationId, ingredientId }) =>
      removeLine(PREPARATION_LINES, state, preparationId, ingredientId),
  },
};

export const preparationLineEvolution: Evolution<PreparationLineEvent, 'preparations'> = {
  PreparationIngredientAdded: ({ preparations }, data) => appendLine(preparations, data.preparationId, data),
  PreparationIngredientQuantityChanged: ({ preparations }, { preparationId, ingredientId, to }) =>
    updateLine(preparations, preparationId, { ingredientId, quantity: to }),
  PreparationIngredientUnitChanged: ({ preparations }, { preparationId, ingredientId, to }) =>
    updateLine(preparations, preparationId, { ingredientId, ownUnit: to }),
  PreparationIngredientRemoved: ({ preparations }, { preparationId, ingredientId }) =>
    deleteLine(preparations, preparationId, ingredientId),
  PreparationIngredientRestored: ({ preparations }, data) => reinsertLine(preparations, data.preparationId, data),
};

export const preparationLineInverses: Inverses<PreparationLineEvent> = {
  PreparationIngredientAdded: (state, data) => undoAddition(PREPARATION_LINES, state, data),
  PreparationIngredientRestored: (state, data) => undoAddition(PREPARATION_LINES, state, data),
  PreparationIngredientQuantityChanged: (state, data) => undoQuantityChange(PREPARATION_LINES, state, data),
  PreparationIngredientUnitChanged: (state, data) => undoUnitChange(PREPARATION_LINES, state, data),
  PreparationIngredientRemoved: (state, data, formerPosition) =>
    undoRemoval(PREPARATION_LINES, state, data, formerPosition),
};

export const preparationLineFormerPositions: FormerPositions<PreparationLineEvent, 'PreparationIngredientRemoved'> = {
  PreparationIngredientRemoved: ({ preparations }, { preparationId, ingredientId }) =>
    lineIndex(preparations, preparationId, ingredientId),
};
