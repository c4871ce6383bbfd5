import type { Units } from '../decimal.ts';
import { QUOTAS } from '../limits.ts';
import { type Decisions, type FieldEvents, fieldChanges } from './decision.ts';
import { changeRow, type Evolution, restoreRow } from './draft.ts';
import type { Entity } from './entity.ts';
import { changedSince, type Inverse, type Inverses, isRefused, type Places, reverted, unchanged } from './inverse.ts';
import type { Change, Command, Event, Given, Restored, Target } from './message.ts';
import { dishesUsing } from './recipe.ts';
import type { Business } from './state.ts';

/** Everything that is said of an ingredient. */
export type IngredientFields = {
  readonly name: string;
  readonly unit: string;
  /** Price of one `unit`. */
  readonly unitPrice: Units;
};

export interface Ingredient extends Entity, IngredientFields {}

export type IngredientCommand =
  | Command<'AddIngredient', { id: string } & Given<IngredientFields>>
  | Command<'ChangeIngredient', Change<IngredientFields>>
  | Command<'RemoveIngredient', Target>;

export type IngredientEvent =
  | Event<'IngredientAdded', { id: string } & Given<IngredientFields>>
  | Event<'IngredientRenamed', { id: string; from: string; to: string }>
  | Event<'IngredientUnitChanged', { id: string; name: string; from: string; to: string }>
  | Event<'IngredientRepriced', { id: string; name: string; unit: string; from: Units; to: Units }>
  | Event<'IngredientRemoved', { id: string } & Given<IngredientFields> & { version: number }>
  | Event<'IngredientRestored', { id: string } & Given<IngredientFields> & Restored>;

const fieldsOf = ({ name, unit, unitPrice }: Given<IngredientFields>): IngredientFields => ({ name, unit, unitPrice });

const CHANGES: FieldEvents<IngredientFields> = {
  name: ({ id, name: from }, { name: to }) => ({ type: 'IngredientRenamed', data: { id, from, to } }),
  unit: ({ id, unit: from }, { name, unit: to }) => ({ type: 'IngredientUnitChanged', data: { id, name, from, to } }),
  unitPrice: ({ id, unitPrice: from }, { name, unit, unitPrice: to }) => ({
    type: 'IngredientRepriced',
    data: { id, name, unit, from, to },
  }),
};

const find = ({ ingredients }: Business, { id }: { readonly id: string }): Ingredient | undefined =>
  ingredients.get(id);

const versionOf = (state: Business, target: Target): number | undefined => find(state, target)?.version;

export const ingredientDecisions: Decisions<IngredientCommand> = {
  AddIngredient: {
    decide(state, { id, ...fields }) {
      if (find(state, { id })) return { refusal: 'id_taken' };
      if (state.ingredients.size >= QUOTAS.ingredients)
        return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
      return [{ type: 'IngredientAdded', data: { id, ...fieldsOf(fields) } }];
    },
  },
  ChangeIngredient: {
    version: versionOf,
    decide(state, command) {
      const ingredient = find(state, command);
      return ingredient ? fieldChanges(ingredient, command, CHANGES) : { refusal: 'ingredient_unknown' };
    },
  },
  RemoveIngredient: {
    version: versionOf,
    decide(state, command) {
      const ingredient = find(state, command);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      const { id, name, version } = ingredient;
      const dishes = dishesUsing(state, id);
      if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: name, dishes };
      return [{ type: 'IngredientRemoved', data: { id, ...fieldsOf(ingredient), version } }];
    },
  },
};

export const ingredientEvolution: Evolution<IngredientEvent, 'ingredients'> = {
  IngredientAdded: ({ ingredients, sequence }, data) =>
    void ingredients.set(data.id, { id: data.id, ...fieldsOf(data), version: 1, sequence }),
  IngredientRenamed: ({ ingredients }, { id, to }) => changeRow(ingredients, id, { name: to }),
  IngredientUnitChanged: ({ ingredients }, { id, to }) => changeRow(ingredients, id, { unit: to }),
  IngredientRepriced: ({ ingredients }, { id, to }) => changeRow(ingredients, id, { unitPrice: to }),
  IngredientRemoved: ({ ingredients }, { id }) => void ingredients.delete(id),
  IngredientRestored: ({ ingredients }, data) => restoreRow(ingredients, { ...data, ...fieldsOf(data) }),
};

/** `known`: the ingredient with the name that it had then. */
const subject = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'ingredient', row: find(state, known), known }) as const;

/** Of an ingredient that was added, or came back, with these fields. */
function removal(state: Business, added: { readonly id: string } & Given<IngredientFields>): Inverse {
  const fields = fieldsOf(added);
  const ingredient = unchanged(subject(state, added), fields, false);
  if (isRefused(ingredient)) return ingredient;
  const { id, version } = ingredient;
  const dishes = dishesUsing(state, id);
  if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: fields.name, dishes };
  return { type: 'IngredientRemoved', data: { id, ...fields, version } };
}

export const ingredientInverses: Inverses<IngredientEvent> = {
  IngredientAdded: removal,
  IngredientRestored: removal,
  IngredientRenamed: (state, { id, from, to }) =>
    reverted(subject(state, { id, name: to }), { name: to }, () => ({
      type: 'IngredientRenamed',
      data: { id, from: to, to: from },
    })),
  IngredientUnitChanged: (state, { id, name, from, to }) =>
    reverted(subject(state, { id, name }), { unit: to }, (row) => ({
      type: 'IngredientUnitChanged',
      data: { id, name: row.name, from: to, to: from },
    })),
  IngredientRepriced: (state, { id, name, from, to }) =>
    reverted(subject(state, { id, name }), { unitPrice: to }, (row) => ({
      type: 'IngredientRepriced',
      data: { id, name: row.name, unit: row.unit, from: to, to: from },
    })),
  IngredientRemoved(state, removed, sequence) {
    const { id, name, version } = removed;
    if (find(state, removed)) return changedSince({ kind: 'ingredient', id, name }, 'back', false);
    if (state.ingredients.size >= QUOTAS.ingredients)
      return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
    return { type: 'IngredientRestored', data: { id, ...fieldsOf(removed), version: version + 1, sequence } };
  },
};

export const ingredientPlaces: Places<IngredientEvent, 'IngredientRemoved'> = {
  IngredientRemoved: (before, removed) => find(before, removed)?.sequence ?? 0,
};
