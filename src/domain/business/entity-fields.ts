import { type ChannelFields, channelFields } from './channel/fields.ts';
import { type FixedCostFields, fixedCostFields } from './fixed-cost/fields.ts';
import { type IngredientFields, ingredientFields } from './ingredient/fields.ts';
import type { MonthRevenueFields } from './month/fields.ts';
import { type DishFields, dishFields } from './recipe/dish-fields.ts';
import type { RecipeLineFields, DishLineReference, PreparationLineReference } from './recipe/line.ts';
import { type SupplierFields, supplierFields } from './supplier/fields.ts';
import { type PreparationFields, preparationFields } from './recipe/preparation-fields.ts';
import type { SalesFields } from './sales/fields.ts';
import type { SettingsFields } from './settings/fields.ts';
import { type VariableCostFields, variableCostFields } from './variable-cost/fields.ts';
import type { EntityField, FieldType } from './field.ts';

/**
 * The fields of each kind of entity that have change events. `unknown`: no field of the row, only the name of what a
 * change event of it changes.
 */
export interface EntityFields {
  business: { readonly owner: string };
  fixed_cost: FixedCostFields;
  variable_cost: VariableCostFields;
  month: MonthRevenueFields;
  average_ticket: { readonly ticket: unknown };
  ingredient: IngredientFields & { readonly lines: unknown };
  preparation: PreparationFields & { readonly yield: unknown };
  preparation_ingredient: RecipeLineFields;
  dish: DishFields;
  dish_ingredient: RecipeLineFields;
  settings: SettingsFields;
  channel: ChannelFields;
  sales: SalesFields;
  supplier: SupplierFields;
  purchase: { readonly lines: unknown };
  stock_value: { readonly value: unknown };
}

/** A field of any entity with a change event of its own. */
export type ChangedField = { [Kind in EntityKind]: keyof EntityFields[Kind] }[EntityKind];

/** The fields with change events that are not in a table of fields. */
export type UnlistedField = {
  [Kind in EntityKind]: Exclude<keyof EntityFields[Kind], Kind extends keyof TableFields ? TableFields[Kind] : never>;
}[EntityKind];

export type EntityKind = keyof EntityFields;

/** One entity of a business as an event refers to it: with its name at the time. */
export type EntityReference =
  | { readonly kind: NamedKind; readonly id: string; readonly name: string }
  | ({ readonly kind: 'dish_ingredient' } & Omit<DishLineReference, 'unit'>)
  | ({ readonly kind: 'preparation_ingredient' } & Omit<PreparationLineReference, 'unit'>)
  /** The number of the month, 1–12. */
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'average_ticket' }
  | { readonly kind: 'settings' }
  /** `date`: YYYY-MM-DD. */
  | { readonly kind: 'purchase'; readonly id: string; readonly date: string; readonly supplierName: string | null }
  /** `month`: YYYY-MM. */
  | { readonly kind: 'stock_value'; readonly month: string }
  /** `month`: YYYY-MM. */
  | { readonly kind: 'sales'; readonly month: string; readonly channelId: string; readonly channelName: string };

export type NamedKind = 'fixed_cost' | 'variable_cost' | 'ingredient' | 'preparation' | 'dish' | 'channel' | 'supplier';

/** The table of the plain fields of each kind of entity that has some. */
const TABLES = {
  fixed_cost: fixedCostFields,
  variable_cost: variableCostFields,
  channel: channelFields,
  ingredient: ingredientFields,
  preparation: preparationFields,
  dish: dishFields,
  supplier: supplierFields,
} as const;

/** The names of fields in tables, by kind of entity. */
export type TableFields = { readonly [Kind in keyof typeof TABLES]: keyof (typeof TABLES)[Kind] };
type AnyTable = Readonly<Record<string, EntityField<FieldType>>>;

const BY_KIND: Readonly<Partial<Record<string, AnyTable>>> = TABLES;

/** The table of a kind of entity; undefined where it has none. */
export const tableOf = (kind: string): AnyTable | undefined => BY_KIND[kind];

/** The number of fields in all tables when versions of stored shapes began to depend on it. */
const FIRST_FIELD_COUNT = 15;

/**
 * Added to the version of every stored shape that contains rows, so that a new field in a table raises it by one.
 * Fields are never removed, because the events of their changes are kept.
 */
export const ADDED_FIELD_COUNT =
  Object.values<AnyTable>(TABLES).reduce((sum, table) => sum + Object.keys(table).length, 0) - FIRST_FIELD_COUNT;
