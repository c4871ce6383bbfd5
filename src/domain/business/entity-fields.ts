import type { ChannelFields } from './channel/fields.ts';
import type { FixedCostFields } from './fixed-cost/fields.ts';
import type { IngredientFields } from './ingredient/fields.ts';
import type { MonthRevenueFields } from './month/fields.ts';
import type { DishFields } from './recipe/dish-fields.ts';
import type { RecipeLineFields } from './recipe/line.ts';
import type { SupplierFields } from './supplier/fields.ts';
import type { PreparationFields } from './recipe/preparation-fields.ts';
import type { SalesFields } from './sales/fields.ts';
import type { SettingsFields } from './settings/fields.ts';
import type { TableFields } from './field-tables.ts';
import type { VariableCostFields } from './variable-cost/fields.ts';

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
