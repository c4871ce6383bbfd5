import type { Units } from '../decimal.ts';
import { QUOTAS } from '../limits.ts';
import { type Decisions, type FieldEvents, fieldChanges } from './decision.ts';
import type { DishLine } from './dish-line.ts';
import { changeRow, type Evolution, restoreRow } from './draft.ts';
import type { Entity } from './entity.ts';
import { changedSince, type Inverse, type Inverses, isRefused, type Places, reverted, unchanged } from './inverse.ts';
import type { Change, Command, Event, Given, Restored, Target } from './message.ts';
import { lineOf, type RecordedLine, recordedLines } from './recipe.ts';
import type { Business } from './state.ts';

/** Everything that is said of a dish but its recipe. */
export type DishFields = {
  readonly name: string;
  /** 0: no price yet. */
  readonly salePrice: Units;
};

export interface Dish extends Entity, DishFields {
  /** The recipe, in the order in which its lines were added; an ingredient appears once. */
  readonly lines: readonly DishLine[];
}

export type DishCommand =
  | Command<'AddDish', { id: string } & Given<DishFields>>
  | Command<'ChangeDish', Change<DishFields>>
  | Command<'RemoveDish', Target>;

export type DishEvent =
  | Event<'DishAdded', { id: string } & Given<DishFields>>
  | Event<'DishRenamed', { id: string; from: string; to: string }>
  | Event<'DishPriced', { id: string; name: string; from: Units; to: Units }>
  | Event<'DishRemoved', { id: string } & Given<DishFields> & { lines: readonly RecordedLine[]; version: number }>
  | Event<'DishRestored', { id: string } & Given<DishFields> & { lines: readonly RecordedLine[] } & Restored>;

const fieldsOf = ({ name, salePrice }: Given<DishFields>): DishFields => ({ name, salePrice });

const CHANGES: FieldEvents<DishFields> = {
  name: ({ id, name: from }, { name: to }) => ({ type: 'DishRenamed', data: { id, from, to } }),
  salePrice: ({ id, salePrice: from }, { name, salePrice: to }) => ({
    type: 'DishPriced',
    data: { id, name, from, to },
  }),
};

const find = ({ dishes }: Business, { id }: { readonly id: string }): Dish | undefined => dishes.get(id);

const versionOf = (state: Business, target: Target): number | undefined => find(state, target)?.version;

export const dishDecisions: Decisions<DishCommand> = {
  AddDish: {
    decide(state, { id, ...fields }) {
      if (find(state, { id })) return { refusal: 'id_taken' };
      if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
      return [{ type: 'DishAdded', data: { id, ...fieldsOf(fields) } }];
    },
  },
  ChangeDish: {
    version: versionOf,
    decide(state, command) {
      const dish = find(state, command);
      return dish ? fieldChanges(dish, command, CHANGES) : { refusal: 'dish_unknown' };
    },
  },
  RemoveDish: {
    version: versionOf,
    decide(state, command) {
      const dish = find(state, command);
      return dish ? [removed(state, dish)] : { refusal: 'dish_unknown' };
    },
  },
};

const removed = (state: Business, dish: Dish): DishEvent => ({
  type: 'DishRemoved',
  data: { id: dish.id, ...fieldsOf(dish), lines: recordedLines(state, dish.lines), version: dish.version },
});

export const dishEvolution: Evolution<DishEvent, 'dishes'> = {
  DishAdded: ({ dishes, sequence }, data) =>
    void dishes.set(data.id, { id: data.id, ...fieldsOf(data), lines: [], version: 1, sequence }),
  DishRenamed: ({ dishes }, { id, to }) => changeRow(dishes, id, { name: to }),
  DishPriced: ({ dishes }, { id, to }) => changeRow(dishes, id, { salePrice: to }),
  DishRemoved: ({ dishes }, { id }) => void dishes.delete(id),
  DishRestored({ dishes }, data) {
    const lines = data.lines.map(({ ingredientId, quantity, version }) => ({ ingredientId, quantity, version }));
    restoreRow(dishes, { ...data, ...fieldsOf(data), lines });
  },
};

/** `known`: the dish with the name that it had then. */
const subject = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'dish', row: find(state, known), known }) as const;

type Lines = readonly Pick<DishLine, 'ingredientId' | 'quantity'>[];

/** Of a dish that was added, or came back, with these fields and this recipe. */
function removal(
  state: Business,
  added: { readonly id: string } & Given<DishFields> & { readonly lines: Lines },
): Inverse {
  const dish = unchanged(subject(state, added), fieldsOf(added), false);
  if (isRefused(dish)) return dish;
  if (isSameRecipe(dish, added.lines)) return removed(state, dish);
  return changedSince({ kind: 'dish', id: dish.id, name: dish.name }, 'lines', false);
}

const isSameRecipe = (dish: Dish, lines: Lines): boolean =>
  dish.lines.length === lines.length &&
  lines.every(({ ingredientId, quantity }) => lineOf(dish, ingredientId)?.quantity === quantity);

export const dishInverses: Inverses<DishEvent> = {
  DishAdded: (state, added) => removal(state, { ...added, lines: [] }),
  DishRestored: removal,
  DishRenamed: (state, { id, from, to }) =>
    reverted(subject(state, { id, name: to }), { name: to }, () => ({
      type: 'DishRenamed',
      data: { id, from: to, to: from },
    })),
  DishPriced: (state, { id, name, from, to }) =>
    reverted(subject(state, { id, name }), { salePrice: to }, (row) => ({
      type: 'DishPriced',
      data: { id, name: row.name, from: to, to: from },
    })),
  DishRemoved(state, dish, sequence) {
    const { id, name, version } = dish;
    const entity = { kind: 'dish', id, name } as const;
    if (find(state, dish)) return changedSince(entity, 'back', false);
    if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
    const missing = dish.lines.filter((line) => !state.ingredients.has(line.ingredientId));
    if (missing.length > 0)
      return { refusal: 'ingredients_gone', entity, ingredients: missing.map((line) => line.ingredientName) };
    const lines = recordedLines(state, dish.lines);
    return { type: 'DishRestored', data: { id, ...fieldsOf(dish), lines, version: version + 1, sequence } };
  },
};

export const dishPlaces: Places<DishEvent, 'DishRemoved'> = {
  DishRemoved: (before, dish) => find(before, dish)?.sequence ?? 0,
};
