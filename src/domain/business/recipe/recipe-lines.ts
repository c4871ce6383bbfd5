import { goneChannel, namesIn, scopeRefusal } from '../channel/channels.ts';
import type { DishLinePlace, LineOf, PreparationLinePlace, RecipeLine, RecordedLine } from './line.ts';
import type { Units } from '../../decimal.ts';
import { QUOTAS } from '../../limits.ts';
import { converts, missingConversion } from '../../units/conversions.ts';
import { type Component, componentOf, unitOf } from './component.ts';
import { lineOf, nestingFlaw, type Recipe } from './components.ts';
import type { Decision } from '../decision.ts';
import { changeRow } from '../draft.ts';
import type { EntityReference } from '../entity-reference.ts';
import { changedSince, isRefused } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import { lineOfPlace } from './recipe.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import { isSameScope, type Scope } from '../channel/scope.ts';
import type { Business } from '../state.ts';

/** Lines of recipes: the same for dishes and for preparations, but for the names under which their events are kept. */

interface LinePlaces {
  readonly Dish: DishLinePlace;
  readonly Preparation: PreparationLinePlace;
}
type Noun = keyof LinePlaces;

type Target<N extends Noun> = { readonly [Key in `${Uncapitalize<N>}Id`]: string } & { readonly ingredientId: string };
type VersionedTarget<N extends Noun> = Target<N> & { readonly version?: number | undefined };

/** Preparations are not sold: their lines count everywhere. */
type Scoped<N extends Noun> = N extends 'Dish' ? { channels?: Scope | undefined } : unknown;

export type LineCommand<N extends Noun> =
  /** `unit` left out: the component's. */
  | Command<`Add${N}Ingredient`, Target<N> & { quantity: Units; unit?: string | undefined } & Scoped<N>>
  | Command<
      `Change${N}Ingredient`,
      VersionedTarget<N> & { quantity?: Units | undefined; unit?: string | undefined } & Scoped<N>
    >
  | Command<`Remove${N}Ingredient`, VersionedTarget<N>>;

/** `ownUnit`: left out by events from before lines had units. */
type Said = { readonly quantity: Units; readonly ownUnit?: string; readonly channels?: readonly string[] };

export type LineEvent<N extends Noun> =
  | Event<`${N}IngredientAdded`, LinePlaces[N] & Said>
  | Event<`${N}IngredientQuantityChanged`, LinePlaces[N] & { from: Units; to: Units }>
  /** The number stays, and is counted in another unit from now on. */
  | Event<`${N}IngredientUnitChanged`, LinePlaces[N] & { from: string; to: string }>
  | (N extends 'Dish' ? LineChannelsChanged : never)
  | Event<`${N}IngredientRemoved`, LinePlaces[N] & Said & { version: number }>
  /** `place`: before which line of the recipe it stands again, from 0. */
  | Event<`${N}IngredientRestored`, LinePlaces[N] & Said & { version: number; place: number }>;

/** `names`: of the channels in which it goes into the dish now. */
type LineChannelsChanged = Event<
  'DishIngredientChannelsChanged',
  DishLinePlace & { from: Scope; to: Scope; names: readonly string[] }
>;

/** Every field of all of its events, as one event has some of them. */
type Data = LineOf &
  Said & { version: number; place: number; from: never; to: never } & Readonly<Record<string, string>>;

interface Found {
  readonly recipe: Recipe;
  readonly line: RecipeLine;
}

interface Names {
  readonly noun: Noun;
  readonly table: 'dishes' | 'preparations';
  readonly entity: 'dish_ingredient' | 'preparation_ingredient';
  readonly limit: number;
}

const KINDS = {
  Dish: { noun: 'Dish', table: 'dishes', entity: 'dish_ingredient', limit: QUOTAS.linesPerDish },
  Preparation: {
    noun: 'Preparation',
    table: 'preparations',
    entity: 'preparation_ingredient',
    limit: QUOTAS.linesPerPreparation,
  },
} as const satisfies Record<Noun, Names>;

const saidOf = ({ quantity, ownUnit, channels }: RecipeLine): Said => ({
  quantity,
  ...(ownUnit === null ? {} : { ownUnit }),
  ...(channels === null ? {} : { channels }),
});
const linesOf = (recipe: Recipe): readonly RecipeLine[] => recipe.lines;

/** Why a component cannot be counted in this unit; undefined where it can. */
function unitRefusal(component: Component, unit: string): SingleRefusal | undefined {
  const own = unitOf(component);
  if (converts(unit, own, component.conversions)) return undefined;
  return { refusal: 'unit_not_convertible', component: component.name, missing: missingConversion(unit, own) };
}

/** Why a recipe cannot use this component; undefined where it can. */
function nestingRefusal(state: Business, recipeId: string, componentId: string): SingleRefusal | undefined {
  const flaw = nestingFlaw(state, recipeId, componentId);
  if (!flaw) return undefined;
  return flaw.flaw === 'circle' ? { refusal: 'recipe_circle', way: flaw.way } : { refusal: 'recipe_too_deep' };
}

/** Why a recipe cannot come back with these lines; undefined where it can. */
export function missingComponents(
  state: Business,
  entity: Extract<EntityReference, { readonly id: string }>,
  lines: readonly RecordedLine[],
): UndoRefusal | undefined {
  const missing = lines.filter((line) => !componentOf(state, line.ingredientId));
  if (missing.length > 0)
    return { refusal: 'ingredients_gone', entity, ingredients: missing.map((line) => line.ingredientName) };
  for (const { ingredientId, ownUnit, channels = null } of lines) {
    const component = componentOf(state, ingredientId);
    const refusal =
      goneChannel(state, entity, channels) ??
      nestingRefusal(state, entity.id, ingredientId) ??
      (component && ownUnit !== undefined ? unitRefusal(component, ownUnit) : undefined);
    if (refusal) return refusal;
  }
  return undefined;
}

/** What is typed by its noun outside is typed by what both kinds have inside. */
export function recipeLines(noun: Noun) {
  const { table, entity, limit } = KINDS[noun];
  const [idKey, nameKey] = noun === 'Dish' ? ['dishId', 'dishName'] : ['preparationId', 'preparationName'];
  const idOf = (named: object): string => (named as Readonly<Record<string, string>>)[idKey] ?? '';
  const nameOf = (named: object): string => (named as Readonly<Record<string, string>>)[nameKey] ?? '';
  const recipeIn = (state: Business, id: string): Recipe | undefined => state[table].get(id);
  const event = (what: string, data: object): LineEvent<Noun> =>
    ({ type: `${noun}Ingredient${what}`, data }) as unknown as LineEvent<Noun>;
  const placeOf = (state: Business, recipe: Recipe, line: Pick<RecipeLine, 'ingredientId' | 'ownUnit'>) => ({
    [idKey]: recipe.id,
    [nameKey]: recipe.name,
    ...lineOfPlace(state, line),
  });
  const reference = (recipe: Recipe, component: { readonly id: string; readonly name: string }): EntityReference =>
    ({
      kind: entity,
      [idKey]: recipe.id,
      [nameKey]: recipe.name,
      ingredientId: component.id,
      ingredientName: component.name,
    }) as unknown as EntityReference;
  /** A dish stands in the body of the call, a preparation in its path. */
  const recipeUnknown: SingleRefusal = { refusal: noun === 'Dish' ? 'line_dish_unknown' : 'preparation_unknown' };
  const lineUnknown: SingleRefusal = {
    refusal: noun === 'Dish' ? 'dish_ingredient_unknown' : 'preparation_ingredient_unknown',
  };
  const tooMany: SingleRefusal = {
    refusal: noun === 'Dish' ? 'too_many_dish_ingredients' : 'too_many_preparation_ingredients',
    limit,
  };

  function find(state: Business, target: { readonly ingredientId: string }): Found | undefined {
    const recipe = recipeIn(state, idOf(target));
    const line = recipe && lineOf(recipe, target.ingredientId);
    return line && { recipe, line };
  }

  const version = (state: Business, target: { readonly ingredientId: string }) => find(state, target)?.line.version;

  const removed = (state: Business, { recipe, line }: Found): LineEvent<Noun> =>
    event('Removed', { ...placeOf(state, recipe, line), ...saidOf(line), version: line.version });

  /** Why this component cannot stand in this recipe with this unit. */
  function additionRefusal(state: Business, recipe: Recipe, component: Component, unit: string) {
    if (linesOf(recipe).length >= limit) return tooMany;
    return nestingRefusal(state, recipe.id, component.id) ?? unitRefusal(component, unit);
  }

  const add: Decision<Target<Noun> & { quantity: Units; unit?: string; channels?: Scope }, LineEvent<Noun>> = {
    decide(state, command) {
      const recipe = recipeIn(state, idOf(command));
      if (!recipe) return recipeUnknown;
      const component = componentOf(state, command.ingredientId);
      if (!component) return { refusal: 'component_unknown' };
      if (lineOf(recipe, component.id))
        return noun === 'Dish'
          ? { refusal: 'ingredient_already_in_dish', ingredient: component.name, dish: recipe.name }
          : { refusal: 'ingredient_already_in_preparation', ingredient: component.name, preparation: recipe.name };
      const ownUnit = command.unit ?? unitOf(component);
      const refusal = additionRefusal(state, recipe, component, ownUnit) ?? scopeRefusal(state, command.channels);
      if (refusal) return refusal;
      const { quantity, channels = null } = command;
      const line = { ingredientId: component.id, quantity, ownUnit, channels, version: 1 };
      return [event('Added', { ...placeOf(state, recipe, line), ...saidOf(line) })];
    },
  };

  const change: Decision<
    VersionedTarget<Noun> & { quantity?: Units; unit?: string; channels?: Scope },
    LineEvent<Noun>
  > = {
    version,
    decide(state, command) {
      const found = find(state, command);
      const component = componentOf(state, command.ingredientId);
      if (!found || !component) return lineUnknown;
      const { recipe, line } = found;
      const { quantity = line.quantity, unit: to, channels = line.channels } = command;
      const from = line.ownUnit ?? unitOf(component);
      const refusal = (to === undefined ? undefined : unitRefusal(component, to)) ?? scopeRefusal(state, channels);
      if (refusal) return refusal;
      const unit = to ?? from;
      const events: LineEvent<Noun>[] = [];
      if (unit !== from) events.push(event('UnitChanged', { ...placeOf(state, recipe, line), from, to: unit }));
      if (quantity !== line.quantity) {
        const place = placeOf(state, recipe, { ...line, ownUnit: unit });
        events.push(event('QuantityChanged', { ...place, from: line.quantity, to: quantity }));
      }
      if (!isSameScope(channels, line.channels)) {
        const place = placeOf(state, recipe, { ...line, ownUnit: unit });
        const names = namesIn(state, channels);
        events.push(event('ChannelsChanged', { ...place, from: line.channels, to: channels, names }));
      }
      return events;
    },
  };

  const remove: Decision<VersionedTarget<Noun>, LineEvent<Noun>> = {
    version,
    decide(state, command) {
      const found = find(state, command);
      return found ? [removed(state, found)] : lineUnknown;
    },
  };

  type Rows = Map<string, Recipe & { readonly version: number }>;

  function changeLines(draft: object, data: Data, to: (lines: readonly RecipeLine[]) => readonly RecipeLine[]): void {
    const rows = (draft as Readonly<Record<string, Rows>>)[table] as Rows;
    const recipe = rows.get(idOf(data));
    if (recipe) changeRow(rows, recipe.id, { lines: to(recipe.lines) });
  }

  const changeLine = (draft: object, data: Data, to: Partial<RecipeLine>): void =>
    changeLines(draft, data, (lines) =>
      lines.map((line) =>
        line.ingredientId === data.ingredientId ? { ...line, ...to, version: line.version + 1 } : line,
      ),
    );

  const evolution = {
    Added: (draft: object, data: Data) => changeLines(draft, data, (lines) => [...lines, lineFrom(data, 1)]),
    QuantityChanged: (draft: object, data: Data) => changeLine(draft, data, { quantity: data.to }),
    UnitChanged: (draft: object, data: Data) => changeLine(draft, data, { ownUnit: data.to }),
    ChannelsChanged: (draft: object, data: Data) => changeLine(draft, data, { channels: data.to }),
    Removed: (draft: object, data: Data) =>
      changeLines(draft, data, (lines) => lines.filter((line) => line.ingredientId !== data.ingredientId)),
    Restored: (draft: object, data: Data) =>
      changeLines(draft, data, (lines) => lines.toSpliced(data.place, 0, lineFrom(data, data.version))),
  };

  /**
   * The line as it stands now, if it is as an event left it; else what has become of it.
   * @param again only a change of just these fields is to be taken back, not the coming of the whole line
   */
  function unchangedLine(
    state: Business,
    data: Data,
    { quantity, ownUnit, channels, again }: { readonly again: boolean } & Partial<RecipeLine>,
  ): Found | UndoRefusal {
    const recipe = recipeIn(state, idOf(data));
    if (!recipe) return recipeGone(data);
    const component = componentOf(state, data.ingredientId);
    const line = lineOf(recipe, data.ingredientId);
    const known = { id: data.ingredientId, name: component?.name ?? data.ingredientName };
    if (!line) return changedSince(reference(recipe, { ...known, name: data.ingredientName }), 'gone', false);
    const effective = line.ownUnit ?? (component && unitOf(component));
    if (quantity !== undefined && line.quantity !== quantity)
      return changedSince(reference(recipe, known), 'quantity', again);
    if (ownUnit !== undefined && ownUnit !== null && effective !== ownUnit)
      return changedSince(reference(recipe, known), 'ownUnit', again);
    if (channels !== undefined && !isSameScope(line.channels, channels))
      return changedSince(reference(recipe, known), 'channels', again);
    return { recipe, line };
  }

  const recipeGone = (data: Data): UndoRefusal =>
    changedSince({ kind: noun === 'Dish' ? 'dish' : 'preparation', id: idOf(data), name: nameOf(data) }, 'gone', false);

  /** Of a line that was added, or came back, with this quantity. */
  function removal(state: Business, data: Data): LineEvent<Noun> | UndoRefusal {
    const found = unchangedLine(state, data, {
      quantity: data.quantity,
      ownUnit: data.ownUnit ?? null,
      channels: data.channels ?? null,
      again: false,
    });
    return isRefused(found) ? found : removed(state, found);
  }

  const inverses = {
    Added: removal,
    Restored: removal,
    QuantityChanged(state: Business, data: Data): LineEvent<Noun> | UndoRefusal {
      const found = unchangedLine(state, data, { quantity: data.to, again: true });
      if (isRefused(found)) return found;
      const place = placeOf(state, found.recipe, found.line);
      return event('QuantityChanged', { ...place, from: data.to, to: data.from });
    },
    UnitChanged(state: Business, data: Data): LineEvent<Noun> | UndoRefusal {
      const found = unchangedLine(state, data, { ownUnit: data.to, again: true });
      if (isRefused(found)) return found;
      const component = componentOf(state, data.ingredientId);
      const refusal = component && unitRefusal(component, data.from);
      if (refusal) return refusal;
      return event('UnitChanged', { ...placeOf(state, found.recipe, found.line), from: data.to, to: data.from });
    },
    ChannelsChanged(state: Business, data: Data): LineEvent<Noun> | UndoRefusal {
      const found = unchangedLine(state, data, { channels: data.to, again: true });
      if (isRefused(found)) return found;
      const { recipe, line } = found;
      const place = placeOf(state, recipe, line);
      const gone = goneChannel(
        state,
        reference(recipe, { id: data.ingredientId, name: data.ingredientName }),
        data.from,
      );
      return (
        gone ?? event('ChannelsChanged', { ...place, from: data.to, to: data.from, names: namesIn(state, data.from) })
      );
    },
    Removed(state: Business, data: Data, place: number): LineEvent<Noun> | UndoRefusal {
      const recipe = recipeIn(state, idOf(data));
      if (!recipe) return recipeGone(data);
      const component = componentOf(state, data.ingredientId);
      const entityNow = reference(recipe, { id: data.ingredientId, name: data.ingredientName });
      if (lineOf(recipe, data.ingredientId)) return changedSince(entityNow, 'back', false);
      if (!component) return { refusal: 'ingredients_gone', entity: entityNow, ingredients: [data.ingredientName] };
      const line = lineFrom(data, data.version + 1);
      const refusal =
        additionRefusal(state, recipe, component, line.ownUnit ?? unitOf(component)) ??
        goneChannel(state, entityNow, line.channels);
      if (refusal) return refusal;
      return event('Restored', {
        ...placeOf(state, recipe, line),
        ...saidOf(line),
        version: line.version,
        place,
      });
    },
  };

  const places = {
    Removed(before: Business, data: Data): number {
      const lines = recipeIn(before, idOf(data))?.lines ?? [];
      return Math.max(
        lines.findIndex((line) => line.ingredientId === data.ingredientId),
        0,
      );
    },
  };

  /** Lines of preparations count everywhere. */
  const named = (of: object): object =>
    Object.fromEntries(
      Object.entries(of)
        .filter(([what]) => noun === 'Dish' || what !== 'ChannelsChanged')
        .map(([what, value]) => [`${noun}Ingredient${what}`, value]),
    );

  return {
    decisions: {
      [`Add${noun}Ingredient`]: add,
      [`Change${noun}Ingredient`]: change,
      [`Remove${noun}Ingredient`]: remove,
    } as object,
    evolution: named(evolution),
    inverses: named(inverses),
    places: named(places),
  };
}

const lineFrom = ({ ingredientId, quantity, ownUnit, channels }: Data, version: number): RecipeLine => ({
  ingredientId,
  quantity,
  ownUnit: ownUnit ?? null,
  channels: channels ?? null,
  version,
});
