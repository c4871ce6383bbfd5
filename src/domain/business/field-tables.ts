import { channelFields } from './channel/fields.ts';
import type { EntityField, FieldType } from './field.ts';
import { fixedCostFields } from './fixed-cost/fields.ts';
import { ingredientFields } from './ingredient/fields.ts';
import { dishFields } from './recipe/dish-fields.ts';
import { preparationFields } from './recipe/preparation-fields.ts';
import { supplierFields } from './supplier/fields.ts';
import { variableCostFields } from './variable-cost/fields.ts';

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
