import type { RecipeLine } from '../recipe/line.ts';
import type { Ingredient } from './fields.ts';
import type { TenThousandths } from '../../decimal.ts';
import { LIMITS, QUOTAS } from '../../limits.ts';
import { convertExactly, converts, missingConversion, ratioOf } from '../../units/conversions.ts';
import { componentOf, lineOf, type Recipe, recipesUsing } from '../recipe/components.ts';
import type { Decisions } from '../decision.ts';
import { changeRow, type BusinessDraft, type Evolution, restoreRow } from '../business-draft.ts';
import type { EntityReference } from '../entity-fields.ts';
import { currentIngredientId, lineRatio, reassignPurchases } from '../purchase/prices.ts';
import { ingredientFromEvent, type RecordedIngredient, recordedIngredient } from './ingredient.ts';
import { changedSinceRefusal, type Inverses, isRefused, unchanged } from '../inverse.ts';
import { utf8Length, type Command, type Event, MAX_EVENT_BYTES, type VersionAndSequence } from '../message.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import { isSameScope } from '../channel/fields.ts';
import type { Business } from '../state.ts';

/** Replaces an ingredient by another one in every recipe; with `merge` the replaced one is removed. */
export type ReplacementCommand = Command<'ReplaceIngredient', { id: string; byId: string; merge: boolean }>;

/** A line of one of the two ingredients, and its index in its recipe, from 0. */
type IndexedLine = {
  readonly ingredientId: string;
  readonly quantity: TenThousandths;
  readonly ownUnit?: string;
  readonly channels?: readonly string[];
  readonly version: number;
  readonly place: number;
};

/** Lines of both ingredients in one recipe, before and after; other lines stay. */
interface ReplacedLines {
  readonly kind: 'dish' | 'preparation';
  readonly id: string;
  readonly name: string;
  readonly from: readonly IndexedLine[];
  readonly to: readonly IndexedLine[];
}

type Replacement = {
  readonly id: string;
  readonly name: string;
  readonly byId: string;
  readonly byName: string;
  readonly recipes: readonly ReplacedLines[];
  /** Fields of `id`, which the merge removed. */
  readonly removed?: RecordedIngredient & VersionAndSequence;
  /** Fields of `byId`, which an undone merge restores. */
  readonly restored?: RecordedIngredient & VersionAndSequence;
};

/** The inverse is the same event with the two ingredients swapped. */
export type ReplacementEvent = Event<'IngredientReplaced', Replacement>;

interface Pair {
  readonly old: Ingredient;
  readonly by: Ingredient;
}

export const replacementDecisions: Decisions<ReplacementCommand, ReplacementEvent> = {
  ReplaceIngredient: {
    decide(state, { id, byId, merge }) {
      const old = state.ingredients.get(id);
      if (!old) return { refusal: 'ingredient_unknown' };
      const by = state.ingredients.get(byId);
      if (!by) return { refusal: 'ingredient_not_there', field: 'by' };
      if (id === byId) return { refusal: 'replaced_by_itself' };
      const recipes: ReplacedLines[] = [];
      for (const recipe of recipesUsing(state, id)) {
        const lines = replacedLines(state, recipe, { old, by });
        if ('refusal' in lines) return lines;
        recipes.push(lines);
      }
      if (recipes.length === 0 && !merge) return [];
      const bought = merge ? (state.purchasesByIngredient.get(id) ?? []).flatMap(({ lines }) => lines) : [];
      const inconvertible = bought.find(
        (line) => !lineRatio(state, line, by) && !ratioOf(line.packUnit, by.unit, old.conversions),
      );
      if (inconvertible) {
        const missing = missingConversion(inconvertible.packUnit, by.unit);
        return { refusal: 'replacement_not_convertible', component: by.name, missing };
      }
      const data = {
        id,
        name: old.name,
        byId,
        byName: by.name,
        recipes,
        ...(merge ? { removed: recordedRow(old) } : {}),
      };
      if (utf8Length(JSON.stringify(data)) > MAX_EVENT_BYTES) return { refusal: 'replacement_too_large' };
      return [{ type: 'IngredientReplaced', data }];
    },
  },
};

const recordedRow = (row: Ingredient): RecordedIngredient & VersionAndSequence => ({
  ...recordedIngredient(row),
  version: row.version,
  sequence: row.sequence,
});

function replacedLines(state: Business, recipe: Recipe, { old, by }: Pair): ReplacedLines | SingleRefusal {
  const line = lineOf(recipe, old.id);
  const existing = lineOf(recipe, by.id);
  if (!line) throw new Error('only recipes that use the ingredient are looked at');
  if (existing && !isSameScope(line.channels, existing.channels))
    return { refusal: 'replacement_channels', recipe: recipe.name, ingredient: old.name, by: by.name };
  const amount = combinedAmount(line, existing, { old, by });
  if (amount === 'inconvertible') {
    const missing = missingConversion(line.ownUnit ?? old.unit, by.unit);
    return { refusal: 'replacement_not_convertible', component: by.name, missing };
  }
  if (!amount) return { refusal: 'replacement_unfit', recipe: recipe.name };
  const baseLine = existing ?? line;
  const to = { ...baseLine, ...amount, ingredientId: by.id, version: baseLine.version + 1 };
  return {
    kind: state.dishes.has(recipe.id) ? 'dish' : 'preparation',
    id: recipe.id,
    name: recipe.name,
    from: indexedLines(recipe, [old.id, by.id]),
    to: [indexedLine(to, newLineIndex(recipe, line, existing))],
  };
}

/** The new line takes the index of the replaced one, or stays at its own index where the recipe has it already. */
function newLineIndex({ lines }: Recipe, line: RecipeLine, existing: RecipeLine | undefined): number {
  const place = lines.indexOf(existing ?? line);
  return existing && lines.indexOf(line) < place ? place - 1 : place;
}

const indexedLine = (
  { ingredientId, quantity, ownUnit, channels, version }: RecipeLine,
  place: number,
): IndexedLine => ({
  ingredientId,
  quantity,
  ...(ownUnit === null ? {} : { ownUnit }),
  ...(channels === null ? {} : { channels }),
  version,
  place,
});

const indexedLines = ({ lines }: Recipe, ids: readonly string[]): readonly IndexedLine[] =>
  lines.flatMap((line, place) => (ids.includes(line.ingredientId) ? [indexedLine(line, place)] : []));

interface Amount {
  readonly quantity: TenThousandths;
  readonly ownUnit: string;
}

/** Units tried where the units in use cannot hold the sum, or only one of the two ingredients converts them. */
const SMALL_UNITS = ['g', 'ml', 'un', 'min'];

/**
 * The quantity of the new ingredient in a recipe: 200 g of the old one plus 0,3 kg of the new one is 0,5 kg. A unit
 * that the new ingredient converts stays; one that only the old one converts is converted as it was there.
 */
function combinedAmount(
  line: RecipeLine,
  existing: RecipeLine | undefined,
  { old, by }: Pair,
): Amount | 'inconvertible' | undefined {
  const unit = line.ownUnit ?? old.unit;
  const existingUnit = existing && (existing.ownUnit ?? by.unit);
  const ratioFromOld = (to: string) => ratioOf(unit, to, by.conversions) ?? ratioOf(unit, to, old.conversions);
  let isConvertible = false;
  for (const ownUnit of [...(existingUnit === undefined ? [] : [existingUnit]), unit, by.unit, ...SMALL_UNITS]) {
    const ratio = converts(ownUnit, by.unit, by.conversions) ? ratioFromOld(ownUnit) : undefined;
    if (!ratio) continue;
    isConvertible = true;
    const converted = convertExactly(line.quantity, ratio);
    const added = existing && convertedAmount(existing.quantity, existingUnit ?? by.unit, ownUnit, by);
    if (converted === undefined || (existing && added === undefined)) continue;
    const quantity = converted + (added ?? 0);
    if (quantity >= LIMITS.quantity.min && quantity <= LIMITS.quantity.max) return { quantity, ownUnit };
  }
  return isConvertible ? undefined : 'inconvertible';
}

function convertedAmount(
  quantity: TenThousandths,
  from: string,
  to: string,
  by: Ingredient,
): TenThousandths | undefined {
  const ratio = ratioOf(from, to, by.conversions);
  return ratio && convertExactly(quantity, ratio);
}

export const replacementEvolution: Evolution<
  ReplacementEvent,
  'ingredients' | 'dishes' | 'preparations' | 'removed' | 'purchasesByIngredient' | 'manualPrices' | 'mergedIngredients'
> = {
  IngredientReplaced(draft, { id, byId, recipes, removed, restored }) {
    const currentIds = [id, byId].map((each) => currentIngredientId(draft, each));
    for (const recipe of recipes) {
      const rows = rowsOf(draft, recipe);
      const lines = rows.get(recipe.id)?.lines ?? [];
      const others = lines.filter(({ ingredientId }) => ingredientId !== id && ingredientId !== byId);
      changeRow(rows, recipe.id, { lines: recipe.to.reduce(insertLine, others) });
    }
    if (removed) {
      draft.ingredients.delete(id);
      draft.removed.set(id, 'ingredient');
      draft.mergedIngredients.set(id, { targetId: byId, conversions: removed.conversions ?? null });
    }
    if (restored) {
      draft.removed.delete(byId);
      draft.mergedIngredients.delete(byId);
      const { version, sequence } = restored;
      restoreRow(draft.ingredients, {
        id: byId,
        ...ingredientFromEvent(restored),
        priceSource: null,
        version,
        sequence,
      });
    }
    if (removed || restored) reassignPurchases(draft, new Set([id, byId, ...currentIds]));
  },
};

type ReplacedRows = Map<string, Recipe & { readonly version: number }>;
const rowsOf = (
  draft: BusinessDraft<'dishes' | 'preparations'>,
  { kind }: Pick<ReplacedLines, 'kind'>,
): ReplacedRows => (kind === 'dish' ? draft.dishes : draft.preparations);

const insertLine = (lines: readonly RecipeLine[], { place, ...line }: IndexedLine): readonly RecipeLine[] =>
  lines.toSpliced(place, 0, { ownUnit: null, channels: null, ...line });

/** Inverts a replacement, if every recipe has the lines of the two ingredients as the event left them. */
function invertReplacement(state: Business, replaced: Replacement): ReplacementEvent | UndoRefusal {
  const { id, name, byId, byName, removed, restored } = replaced;
  const recipes: ReplacedLines[] = [];
  const refusal = ingredientRefusal(state, replaced);
  if (refusal) return refusal;
  for (const each of replaced.recipes) {
    const back = restoredLines(state, each, replaced);
    if ('refusal' in back) return back;
    recipes.push(back);
  }
  const merged = restored && state.ingredients.get(byId);
  const data: Replacement = {
    id: byId,
    name: state.ingredients.get(byId)?.name ?? byName,
    byId: id,
    byName: state.ingredients.get(id)?.name ?? name,
    recipes,
    ...(merged ? { removed: recordedRow(merged) } : {}),
    ...(removed ? { restored: { ...removed, version: removed.version + 1 } } : {}),
  };
  return { type: 'IngredientReplaced', data };
}

/** The refusal when a replaced ingredient cannot be put back into recipes. */
function ingredientRefusal(state: Business, { id, name, byId, byName, removed, restored, recipes }: Replacement) {
  const entity = { kind: 'ingredient', id, name } as const;
  if (removed && componentOf(state, id)) return changedSinceRefusal(entity, 'back', false);
  if (removed && state.ingredients.size >= QUOTAS.ingredients)
    return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients } as const;
  if (!removed && recipes.length > 0 && !state.ingredients.has(id)) return changedSinceRefusal(entity, 'gone', false);
  if (!restored) return undefined;
  // The restored ingredient is removed again only if it is unchanged and no other recipe uses it.
  const known = { id: byId, name: byName };
  const back = unchanged(
    { kind: 'ingredient', row: state.ingredients.get(byId), known },
    ingredientFromEvent(restored),
    false,
  );
  if (isRefused(back)) return back;
  const own = new Set(recipes.map((recipe) => recipe.id));
  const dishes = recipesUsing(state, byId).flatMap((recipe) => (own.has(recipe.id) ? [] : [recipe.name]));
  return dishes.length > 0 ? ({ refusal: 'ingredient_in_use', ingredient: back.name, dishes } as const) : undefined;
}

function restoredLines(
  state: Business,
  recipe: ReplacedLines,
  { id, byId, removed }: Replacement,
): ReplacedLines | UndoRefusal {
  const { kind } = recipe;
  const row = (kind === 'dish' ? state.dishes : state.preparations).get(recipe.id);
  const entity: EntityReference = { kind, id: recipe.id, name: row?.name ?? recipe.name };
  if (!row) return changedSinceRefusal(entity, 'gone', false);
  const from = indexedLines(row, [id, byId]);
  if (!isSame(from, recipe.to)) return changedSinceRefusal(entity, 'lines', true);
  const limit = kind === 'dish' ? QUOTAS.linesPerDish : QUOTAS.linesPerPreparation;
  if (row.lines.length - from.length + recipe.from.length > limit)
    return { refusal: kind === 'dish' ? 'too_many_dish_ingredients' : 'too_many_preparation_ingredients', limit };
  for (const { ingredientId, ownUnit } of recipe.from) {
    const component =
      ingredientId === id && removed ? ingredientFromEvent(removed) : state.ingredients.get(ingredientId);
    if (!component || ownUnit === undefined || converts(ownUnit, component.unit, component.conversions)) continue;
    const missing = missingConversion(ownUnit, component.unit);
    return { refusal: 'unit_not_convertible', component: component.name, missing };
  }
  const versionNow = (ingredientId: string): number => lineOf(row, ingredientId)?.version ?? 0;
  const to = recipe.from.map((line) => ({
    ...line,
    version: Math.max(line.version, versionNow(line.ingredientId)) + 1,
  }));
  return { kind, id: recipe.id, name: row.name, from, to };
}

/** Tells whether quantities, units and channels are equal, whatever the index. */
const isSame = (lines: readonly IndexedLine[], others: readonly IndexedLine[]): boolean =>
  lines.length === others.length &&
  others.every(({ ingredientId, quantity, ownUnit, channels = null }) => {
    const line = lines.find((each) => each.ingredientId === ingredientId);
    return line?.quantity === quantity && line.ownUnit === ownUnit && isSameScope(line.channels ?? null, channels);
  });

export const replacementInverses: Inverses<ReplacementEvent> = { IngredientReplaced: invertReplacement };
