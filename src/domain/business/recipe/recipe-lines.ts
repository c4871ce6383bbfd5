import { removedChannelRefusal, namesIn, scopeRefusal } from '../channel/channels.ts';
import { isSameScope, type Scope } from '../channel/fields.ts';
import type { TenThousandths } from '../../decimal.ts';
import { converts, missingConversion } from '../../units/conversions.ts';
import { type Component, componentOf, lineOf, nestingFlaw, type Recipe, unitOf } from './components.ts';
import { changeRow } from '../business-draft.ts';
import type { EntityReference } from '../entity-fields.ts';
import type { Named } from '../field.ts';
import { changedSinceRefusal, isRefused } from '../inverse.ts';
import type { ComponentReference, RecipeLine, RecordedLine } from './line.ts';
import { componentReference } from './recipe.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

/** Lines of recipes: dishes and preparations share the rules and have their own commands and events. */

/** `ownUnit`: left out by events from before lines had units. */
export type LineValues = {
  readonly quantity: TenThousandths;
  readonly ownUnit?: string;
  readonly channels?: readonly string[];
};
export type FromTo<Value> = { readonly from: Value; readonly to: Value };
/** `place`: the index in the recipe, from 0, before which the line is restored. */
export type RestoredLine = { readonly version: number; readonly place: number };
/** `names`: the names of the channels in `to`. */
export type ScopeChange = FromTo<Scope> & { readonly names: readonly string[] };

/**
 * One of the two kinds of recipe.
 * @template Place names the recipe in commands and events: `dishId` and `dishName`
 */
export interface RecipeKind<Place, LineEvent> {
  readonly recipe: 'dish' | 'preparation';
  readonly limit: number;
  readonly recipeUnknown: SingleRefusal;
  readonly lineUnknown: SingleRefusal;
  readonly tooMany: SingleRefusal;
  recipesIn(this: void, state: Business): ReadonlyMap<string, Recipe>;
  placeOf(this: void, recipe: Named): Place;
  /** The recipe as recorded in the event. */
  recordedRecipe(this: void, place: Place): Named;
  reference(this: void, place: Place, component: Named): EntityReference;
  duplicateRefusal(this: void, recipe: Named, component: Named): SingleRefusal;
  added(this: void, data: Place & ComponentReference & LineValues): LineEvent;
  quantityChanged(this: void, data: Place & ComponentReference & FromTo<TenThousandths>): LineEvent;
  /** The quantity keeps its number and changes its unit. */
  unitChanged(this: void, data: Place & ComponentReference & FromTo<string>): LineEvent;
  /** Makes the event of other channels; left out for preparations, whose lines count in all channels. */
  channelsChanged?(this: void, data: Place & ComponentReference & ScopeChange): LineEvent;
  removed(this: void, data: Place & ComponentReference & LineValues & { readonly version: number }): LineEvent;
  restored(this: void, data: Place & ComponentReference & LineValues & RestoredLine): LineEvent;
}

/** A kind of recipe whose lines may count in some channels only. */
export type ScopedRecipeKind<Place, LineEvent> = RecipeKind<Place, LineEvent> &
  Required<Pick<RecipeKind<Place, LineEvent>, 'channelsChanged'>>;

interface LineMatch {
  readonly recipe: Recipe;
  readonly line: RecipeLine;
}

const valuesOf = ({ quantity, ownUnit, channels }: RecipeLine): LineValues => ({
  quantity,
  ...(ownUnit === null ? {} : { ownUnit }),
  ...(channels === null ? {} : { channels }),
});

/** The refusal when a component's unit does not convert to this unit. */
function unitRefusal(component: Component, unit: string): SingleRefusal | undefined {
  const own = unitOf(component);
  if (converts(unit, own, component.conversions)) return undefined;
  return { refusal: 'unit_not_convertible', component: component.name, missing: missingConversion(unit, own) };
}

/** The refusal when using this component would nest too deeply or in a cycle. */
function nestingRefusal(state: Business, recipeId: string, componentId: string): SingleRefusal | undefined {
  const flaw = nestingFlaw(state, recipeId, componentId);
  if (!flaw) return undefined;
  return flaw.flaw === 'cycle' ? { refusal: 'recipe_circle', way: flaw.path } : { refusal: 'recipe_too_deep' };
}

/** The refusal when a recipe cannot be restored with these lines. */
export function missingComponentsRefusal(
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
      removedChannelRefusal(state, entity, channels) ??
      nestingRefusal(state, entity.id, ingredientId) ??
      (component && ownUnit !== undefined ? unitRefusal(component, ownUnit) : undefined);
    if (refusal) return refusal;
  }
  return undefined;
}

type AnyKind = Pick<RecipeKind<never, never>, 'recipesIn' | 'limit' | 'tooMany'>;

function find(
  { recipesIn }: Pick<AnyKind, 'recipesIn'>,
  state: Business,
  recipeId: string,
  ingredientId: string,
): LineMatch | undefined {
  const recipe = recipesIn(state).get(recipeId);
  const line = recipe && lineOf(recipe, ingredientId);
  return line && { recipe, line };
}

export const lineVersion = (
  kind: Pick<AnyKind, 'recipesIn'>,
  state: Business,
  recipeId: string,
  ingredientId: string,
): number | undefined => find(kind, state, recipeId, ingredientId)?.line.version;

/** The refusal when a line of this component cannot be added. */
function additionRefusal(
  { limit, tooMany }: AnyKind,
  state: Business,
  recipe: Recipe,
  { component, unit }: { readonly component: Component; readonly unit: string },
): SingleRefusal | undefined {
  if (recipe.lines.length >= limit) return tooMany;
  return nestingRefusal(state, recipe.id, component.id) ?? unitRefusal(component, unit);
}

interface LineToAdd {
  readonly ingredientId: string;
  readonly quantity: TenThousandths;
  readonly unit?: string | undefined;
  readonly channels?: Scope | undefined;
}

export function addLine<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  recipeId: string,
  { ingredientId, quantity, unit, channels = null }: LineToAdd,
): readonly LineEvent[] | SingleRefusal {
  const recipe = kind.recipesIn(state).get(recipeId);
  if (!recipe) return kind.recipeUnknown;
  const component = componentOf(state, ingredientId);
  if (!component) return { refusal: 'component_unknown' };
  if (lineOf(recipe, component.id)) return kind.duplicateRefusal(recipe, component);
  const ownUnit = unit ?? unitOf(component);
  const refusal = additionRefusal(kind, state, recipe, { component, unit: ownUnit }) ?? scopeRefusal(state, channels);
  if (refusal) return refusal;
  const line = { ingredientId: component.id, quantity, ownUnit, channels, version: 1 };
  return [kind.added({ ...kind.placeOf(recipe), ...componentReference(state, line), ...valuesOf(line) })];
}

interface LineChange {
  readonly ingredientId: string;
  readonly quantity?: TenThousandths | undefined;
  readonly unit?: string | undefined;
  readonly channels?: Scope | undefined;
}

export function changeLine<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  recipeId: string,
  { ingredientId, ...wanted }: LineChange,
): readonly LineEvent[] | SingleRefusal {
  const found = find(kind, state, recipeId, ingredientId);
  const component = componentOf(state, ingredientId);
  if (!found || !component) return kind.lineUnknown;
  const { recipe, line } = found;
  const { quantity = line.quantity, unit: to, channels = line.channels } = wanted;
  const from = line.ownUnit ?? unitOf(component);
  const refusal = (to === undefined ? undefined : unitRefusal(component, to)) ?? scopeRefusal(state, channels);
  if (refusal) return refusal;
  const unit = to ?? from;
  const before = { ...kind.placeOf(recipe), ...componentReference(state, line) };
  const after = { ...kind.placeOf(recipe), ...componentReference(state, { ...line, ownUnit: unit }) };
  const events: LineEvent[] = [];
  if (unit !== from) events.push(kind.unitChanged({ ...before, from, to: unit }));
  if (quantity !== line.quantity) events.push(kind.quantityChanged({ ...after, from: line.quantity, to: quantity }));
  if (kind.channelsChanged && !isSameScope(channels, line.channels))
    events.push(kind.channelsChanged({ ...after, from: line.channels, to: channels, names: namesIn(state, channels) }));
  return events;
}

const removed = <Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  { recipe, line }: LineMatch,
): LineEvent =>
  kind.removed({
    ...kind.placeOf(recipe),
    ...componentReference(state, line),
    ...valuesOf(line),
    version: line.version,
  });

export function removeLine<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  recipeId: string,
  ingredientId: string,
): readonly LineEvent[] | SingleRefusal {
  const found = find(kind, state, recipeId, ingredientId);
  return found ? [removed(kind, state, found)] : kind.lineUnknown;
}

type Recipes = Map<string, Recipe & { readonly version: number }>;

/** A change of a line counts in the version of its recipe too. */
function changeLines(recipes: Recipes, id: string, to: (lines: readonly RecipeLine[]) => readonly RecipeLine[]): void {
  const recipe = recipes.get(id);
  if (recipe) changeRow(recipes, id, { lines: to(recipe.lines) });
}

export const appendLine = (recipes: Recipes, id: string, data: ComponentReference & LineValues): void =>
  changeLines(recipes, id, (lines) => [...lines, lineFrom(data, 1)]);

export const updateLine = (
  recipes: Recipes,
  id: string,
  { ingredientId, ...to }: Pick<RecipeLine, 'ingredientId'> & Partial<RecipeLine>,
): void =>
  changeLines(recipes, id, (lines) =>
    lines.map((line) => (line.ingredientId === ingredientId ? { ...line, ...to, version: line.version + 1 } : line)),
  );

export const deleteLine = (recipes: Recipes, id: string, ingredientId: string): void =>
  changeLines(recipes, id, (lines) => lines.filter((line) => line.ingredientId !== ingredientId));

export const reinsertLine = (
  recipes: Recipes,
  id: string,
  data: ComponentReference & LineValues & RestoredLine,
): void => changeLines(recipes, id, (lines) => lines.toSpliced(data.place, 0, lineFrom(data, data.version)));

const lineFrom = (
  { ingredientId, quantity, ownUnit, channels }: ComponentReference & LineValues,
  version: number,
): RecipeLine => ({
  ingredientId,
  quantity,
  ownUnit: ownUnit ?? null,
  channels: channels ?? null,
  version,
});

/**
 * The current line, if it is as an event left it; else how it differs.
 * @param again true when only a change of just these fields is undone, not the addition of the whole line
 */
function unchangedLine<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  data: Place & ComponentReference,
  { quantity, ownUnit, channels, again }: { readonly again: boolean } & Partial<RecipeLine>,
): LineMatch | UndoRefusal {
  const recipe = kind.recipesIn(state).get(kind.recordedRecipe(data).id);
  if (!recipe) return recipeGone(kind, data);
  const { ingredientId, ingredientName } = data;
  const component = componentOf(state, ingredientId);
  const line = lineOf(recipe, ingredientId);
  const place = kind.placeOf(recipe);
  if (!line)
    return changedSinceRefusal(kind.reference(place, { id: ingredientId, name: ingredientName }), 'gone', false);
  const entity = kind.reference(place, { id: ingredientId, name: component?.name ?? ingredientName });
  const effective = line.ownUnit ?? (component && unitOf(component));
  if (quantity !== undefined && line.quantity !== quantity) return changedSinceRefusal(entity, 'quantity', again);
  if (ownUnit !== undefined && ownUnit !== null && effective !== ownUnit)
    return changedSinceRefusal(entity, 'ownUnit', again);
  if (channels !== undefined && !isSameScope(line.channels, channels))
    return changedSinceRefusal(entity, 'channels', again);
  return { recipe, line };
}

const recipeGone = <Place>(
  { recipe, recordedRecipe }: Pick<RecipeKind<Place, never>, 'recipe' | 'recordedRecipe'>,
  place: Place,
): UndoRefusal => changedSinceRefusal({ kind: recipe, ...recordedRecipe(place) }, 'gone', false);

/** Inverts the addition or restoration of a line. */
export function undoAddition<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  data: Place & ComponentReference & LineValues,
): LineEvent | UndoRefusal {
  const { quantity, ownUnit = null, channels = null } = data;
  const found = unchangedLine(kind, state, data, { quantity, ownUnit, channels, again: false });
  return isRefused(found) ? found : removed(kind, state, found);
}

export function undoQuantityChange<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  data: Place & ComponentReference & FromTo<TenThousandths>,
): LineEvent | UndoRefusal {
  const found = unchangedLine(kind, state, data, { quantity: data.to, again: true });
  if (isRefused(found)) return found;
  const place = { ...kind.placeOf(found.recipe), ...componentReference(state, found.line) };
  return kind.quantityChanged({ ...place, from: data.to, to: data.from });
}

export function undoUnitChange<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  data: Place & ComponentReference & FromTo<string>,
): LineEvent | UndoRefusal {
  const found = unchangedLine(kind, state, data, { ownUnit: data.to, again: true });
  if (isRefused(found)) return found;
  const component = componentOf(state, data.ingredientId);
  const refusal = component && unitRefusal(component, data.from);
  if (refusal) return refusal;
  const place = { ...kind.placeOf(found.recipe), ...componentReference(state, found.line) };
  return kind.unitChanged({ ...place, from: data.to, to: data.from });
}

export function undoChannelsChange<Place, LineEvent>(
  kind: ScopedRecipeKind<Place, LineEvent>,
  state: Business,
  data: Place & ComponentReference & ScopeChange,
): LineEvent | UndoRefusal {
  const found = unchangedLine(kind, state, data, { channels: data.to, again: true });
  if (isRefused(found)) return found;
  const place = kind.placeOf(found.recipe);
  const entity = kind.reference(place, { id: data.ingredientId, name: data.ingredientName });
  return (
    removedChannelRefusal(state, entity, data.from) ??
    kind.channelsChanged({
      ...place,
      ...componentReference(state, found.line),
      from: data.to,
      to: data.from,
      names: namesIn(state, data.from),
    })
  );
}

/** Inverts the removal of a line. @param formerPosition its index, from `lineIndex` */
export function undoRemoval<Place, LineEvent>(
  kind: RecipeKind<Place, LineEvent>,
  state: Business,
  data: Place & ComponentReference & LineValues & { readonly version: number },
  formerPosition: number,
): LineEvent | UndoRefusal {
  const recipe = kind.recipesIn(state).get(kind.recordedRecipe(data).id);
  if (!recipe) return recipeGone(kind, data);
  const component = componentOf(state, data.ingredientId);
  const entity = kind.reference(kind.placeOf(recipe), { id: data.ingredientId, name: data.ingredientName });
  if (lineOf(recipe, data.ingredientId)) return changedSinceRefusal(entity, 'back', false);
  if (!component) return { refusal: 'ingredients_gone', entity, ingredients: [data.ingredientName] };
  const line = lineFrom(data, data.version + 1);
  const unit = line.ownUnit ?? unitOf(component);
  const refusal =
    additionRefusal(kind, state, recipe, { component, unit }) ?? removedChannelRefusal(state, entity, line.channels);
  if (refusal) return refusal;
  return kind.restored({
    ...kind.placeOf(recipe),
    ...componentReference(state, line),
    ...valuesOf(line),
    version: line.version,
    place: formerPosition,
  });
}

/** The index of a line in its recipe. */
export const lineIndex = (recipes: ReadonlyMap<string, Recipe>, recipeId: string, ingredientId: string): number =>
  Math.max(recipes.get(recipeId)?.lines.findIndex((line) => line.ingredientId === ingredientId) ?? 0, 0);
