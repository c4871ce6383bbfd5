import { normalizeName } from '#domain/names.ts';
import type { Component, Recipe } from '#domain/business/recipe/components.ts';
import type { Business } from '#domain/business/state.ts';
import { type Conversions } from '#domain/units/conversions.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { type RecipeYield, recipeYieldField, recipeYieldOf } from '../fields/recipe-yield.ts';
import { lineQuantityField } from '../fields/line-fields.ts';
import { conversionsField } from '../fields/pack-field.ts';
import type { ReadRow, RowTexts, SheetColumn } from '../fields/import-kind.ts';

/** The differences between importing recipes of dishes and of preparations. */
export interface RecipeImport {
  readonly kind: 'dish' | 'preparation';
  readonly rows: (state: Business) => ReadonlyMap<string, Recipe>;
}

const lineQuantityOf = lineQuantityField(() => undefined);

export const QUANTITY: SheetColumn = {
  is: 'quantity',
  field: 'quantity',
  label: 'Quantidade',
  number: 'quantity',
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = lineQuantityOf.read(text);
    if (!reading.ok) return reading;
    const { quantity, unit } = reading.value;
    return unit === undefined
      ? { ok: true, value: quantity }
      : { ok: false, sentence: 'A unidade está escrita duas vezes: deixe uma só.' };
  },
};

/** The fields of a recipe itself, which stand in its first row. */
export type RecipeFields = Pick<ReadRow, 'portions' | 'conversions' | 'method'>;

export function recipeFieldsOf({ dishes, preparations }: Business, id: string): RecipeFields {
  const dish = dishes.get(id);
  if (dish) return { portions: dish.portions };
  const { conversions = null, method = null } = preparations.get(id) ?? {};
  return { conversions, method };
}

export const savedYieldOf = (state: Business, id: string): RecipeYield | undefined => {
  const preparation = state.preparations.get(id);
  return preparation && recipeYieldOf(preparation);
};

export const findComponent = (state: Business, name: string): Component | undefined =>
  findEqualName(state.ingredients.values(), name) ?? findEqualName(state.preparations.values(), name);

interface FirstYield {
  readonly index: number;
  readonly batch: RecipeYield;
  readonly conversions: Conversions;
}

/** Results of `firstYields`, by sheet. */
const yieldCache = new WeakMap<readonly RowTexts[], ReadonlyMap<string, FirstYield>>();

/** The first row with the yield of each preparation, by its name. */
export function firstYields(sheet: readonly RowTexts[]): ReadonlyMap<string, FirstYield> {
  const cached = yieldCache.get(sheet);
  if (cached) return cached;
  const first = new Map<string, FirstYield>();
  const conversionTexts = firstRecipeFields(sheet, 'conversions');
  sheet.forEach(({ name, batch }, index) => {
    const reading = recipeYieldField.read(batch);
    const key = normalizeName(name);
    if (!reading.ok || first.has(key)) return;
    const conversions = conversionsField.read(conversionTexts.get(key) ?? '');
    first.set(key, { index, batch: reading.value, conversions: conversions.ok ? conversions.value : null });
  });
  yieldCache.set(sheet, first);
  return first;
}

export type RecipeFieldColumn = keyof RecipeFields;

/** Results of `firstRecipeFields`, by sheet. */
const recipeFieldCache = new WeakMap<readonly RowTexts[], Map<RecipeFieldColumn, ReadonlyMap<string, string>>>();

/** The first text of a column about the recipe itself, by the recipe's name. */
export function firstRecipeFields(sheet: readonly RowTexts[], column: RecipeFieldColumn): ReadonlyMap<string, string> {
  const caches = recipeFieldCache.get(sheet) ?? new Map<RecipeFieldColumn, ReadonlyMap<string, string>>();
  recipeFieldCache.set(sheet, caches);
  const cached = caches.get(column);
  if (cached) return cached;
  const first = new Map<string, string>();
  for (const texts of sheet) {
    const key = normalizeName(texts.name);
    const text = texts[column].trim();
    if (text !== '' && !first.has(key)) first.set(key, text);
  }
  caches.set(column, first);
  return first;
}

/** Finds components by name, with a cache: tens of thousands of lines name the same few hundred. */
export function componentFinder(state: Business): (name: string) => Component | undefined {
  const cache = new Map<string, Component | undefined>();
  return (name) => {
    if (!cache.has(name)) cache.set(name, findComponent(state, name));
    return cache.get(name);
  };
}
