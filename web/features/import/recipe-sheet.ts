import type { Component, Recipe } from '#domain/business/recipe/components.ts';
import type { Business } from '#domain/business/state.ts';
import { type Conversions } from '#domain/units/conversions.ts';
import { equalName, plainName } from '../entry/equal-name.ts';
import { type Batch, batchField, batchOf } from '../fields/batch.ts';
import { lineQuantityField } from '../fields/line-fields.ts';
import { conversionsField } from '../fields/pack-field.ts';
import type { ReadRow, RowTexts, SheetColumn } from '../fields/import-kind.ts';

/** The differences between importing recipes of dishes and of preparations. */
export interface RecipeImport {
  readonly kind: 'dish' | 'preparation';
  readonly rows: (state: Business) => ReadonlyMap<string, Recipe>;
}

const lineQuantity = lineQuantityField(() => undefined);

export const QUANTITY: SheetColumn = {
  is: 'quantity',
  field: 'quantity',
  label: 'Quantidade',
  number: 'quantity',
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = lineQuantity.read(text);
    if (!reading.ok) return reading;
    const { quantity, unit } = reading.value;
    return unit === undefined
      ? { ok: true, value: quantity }
      : { ok: false, sentence: 'A unidade está escrita duas vezes: deixe uma só.' };
  },
};

/** Facts about a recipe itself, which stand in its first row. */
export type RecipeFacts = Pick<ReadRow, 'portions' | 'conversions' | 'method'>;

export function factsOf({ dishes, preparations }: Business, id: string): RecipeFacts {
  const dish = dishes.get(id);
  if (dish) return { portions: dish.portions };
  const { conversions = null, method = null } = preparations.get(id) ?? {};
  return { conversions, method };
}

export const batchIn = (state: Business, id: string): Batch | undefined => {
  const preparation = state.preparations.get(id);
  return preparation && batchOf(preparation);
};

export const componentNamed = (state: Business, name: string): Component | undefined =>
  equalName(state.ingredients.values(), name) ?? equalName(state.preparations.values(), name);

interface FirstBatch {
  readonly index: number;
  readonly batch: Batch;
  readonly conversions: Conversions;
}

/** The first row with a preparation's yield, by name. Computed once per state of a sheet. */
const knownBatches = new WeakMap<readonly RowTexts[], ReadonlyMap<string, FirstBatch>>();

export function firstBatches(sheet: readonly RowTexts[]): ReadonlyMap<string, FirstBatch> {
  const known = knownBatches.get(sheet);
  if (known) return known;
  const first = new Map<string, FirstBatch>();
  const said = firstFacts(sheet, 'conversions');
  sheet.forEach(({ name, batch }, index) => {
    const reading = batchField.read(batch);
    const key = plainName(name);
    if (!reading.ok || first.has(key)) return;
    const conversions = conversionsField.read(said.get(key) ?? '');
    first.set(key, { index, batch: reading.value, conversions: conversions.ok ? conversions.value : null });
  });
  knownBatches.set(sheet, first);
  return first;
}

export type FactColumn = keyof RecipeFacts;

/** The first value of each fact column, by name. Computed once per state of a sheet. */
const knownFacts = new WeakMap<readonly RowTexts[], Map<FactColumn, ReadonlyMap<string, string>>>();

export function firstFacts(sheet: readonly RowTexts[], column: FactColumn): ReadonlyMap<string, string> {
  const known = knownFacts.get(sheet) ?? new Map<FactColumn, ReadonlyMap<string, string>>();
  knownFacts.set(sheet, known);
  const held = known.get(column);
  if (held) return held;
  const first = new Map<string, string>();
  for (const texts of sheet) {
    const key = plainName(texts.name);
    const written = texts[column].trim();
    if (written !== '' && !first.has(key)) first.set(key, written);
  }
  known.set(column, first);
  return first;
}

/** Looks up components by name; cached, because tens of thousands of lines name the same few hundred. */
export function calledIn(state: Business): (name: string) => Component | undefined {
  const found = new Map<string, Component | undefined>();
  return (name) => {
    if (!found.has(name)) found.set(name, componentNamed(state, name));
    return found.get(name);
  };
}
