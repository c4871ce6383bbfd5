import type { ChangedField, EntityReference } from './entity-fields.ts';
import type { RevenueFigures } from './month/fields.ts';
import type { ConversionFlaw, MissingConversion } from '../units/conversions.ts';

/**
 * The reason why a command is refused: a code with the data for its sentence. One table of the contract has the
 * sentences.
 */
export type BusinessRefusal =
  | SingleRefusal
  /** One of several changes that are done together or not at all; `index` counts from 0. */
  | Refusal<'one_of_them', { index: number; because: SingleRefusal }>
  | UndoRefusal;

/** The reason why a change cannot be undone. */
export type UndoRefusal =
  | SingleRefusal
  | Refusal<'change_unknown'>
  /** A change is undone once; the undoing change can be undone in turn. */
  | Refusal<'already_undone'>
  /** Opening, moving and erasing a business cannot be undone. */
  | Refusal<'not_undoable'>
  /** The entity has changed since. `again` says that the undone change had set just that field. */
  | Refusal<'changed_since', { entity: EntityReference; since: EntityDifference; again: boolean }>
  /** The entity to restore names a deleted channel. */
  | Refusal<'channel_gone', { entity: EntityReference }>
  /** The recipe to restore uses deleted ingredients (their names). */
  | Refusal<'ingredients_gone', { entity: EntityReference; ingredients: readonly string[] }>;

/** How an entity differs: deleted, restored, or one field has another value. */
export type EntityDifference = 'gone' | 'back' | ComparedField | 'lines';

/** The fields that decide whether an entity is as a change left it. A month's figures are compared one by one. */
type ComparedField = keyof RevenueFigures | Exclude<ChangedField, 'owner' | 'revenue'>;

export type SingleRefusal =
  | Refusal<'fixed_cost_unknown'>
  | Refusal<'variable_cost_unknown'>
  | Refusal<'ingredient_unknown'>
  /** The dish of a new line does not exist. */
  | Refusal<'line_dish_unknown'>
  /** A line names an ingredient or preparation that does not exist. */
  | Refusal<'component_unknown'>
  | Refusal<'preparation_unknown'>
  | Refusal<'preparation_ingredient_unknown'>
  | Refusal<'dish_unknown'>
  | Refusal<'dish_ingredient_unknown'>
  | Refusal<'ingredient_already_in_dish', { ingredient: string; dish: string }>
  | Refusal<'ingredient_already_in_preparation', { ingredient: string; preparation: string }>
  /** `dishes`: names of dishes and preparations, in the order of the menu. */
  | Refusal<'ingredient_in_use', { ingredient: string; dishes: readonly string[] }>
  /** `recipes`: names of dishes and preparations; `areDishes`: whether all of them are dishes. */
  | Refusal<'preparation_in_use', { preparation: string; recipes: readonly string[]; areDishes: boolean }>
  /** `way`: names, from the preparation of the new line down to itself. */
  | Refusal<'recipe_circle', { way: readonly string[] }>
  | Refusal<'recipe_too_deep'>
  /** The unit of a line has no conversion to the component's unit. */
  | Refusal<'unit_not_convertible', { component: string; missing: MissingConversion }>
  | Refusal<'purchase_not_convertible', { component: string; missing: MissingConversion }>
  /** The new unit of a component has no conversion to the unit that recipes use. */
  | Refusal<'unit_in_use', { component: string; recipes: readonly string[]; missing: MissingConversion }>
  /** Recipes use a unit that would no longer convert. */
  | Refusal<'conversion_in_use', { component: string; recipes: readonly string[]; missing: MissingConversion }>
  /** Purchases use a unit that would no longer convert. */
  | Refusal<
      'conversion_in_purchases',
      {
        component: string;
        purchases: readonly { readonly date: string; readonly supplierName: string | null }[];
        missing: MissingConversion;
      }
    >
  /** The price of the ingredient is for a pack in a unit that would no longer convert. */
  | Refusal<'conversion_in_price', { component: string; unit: string; missing: MissingConversion }>
  | Refusal<'conversion_needless', ConversionFlaw>
  /** A field names an unknown ingredient; `field` is its name in bodies. */
  | Refusal<'ingredient_not_there', { field: string }>
  /** The raised price would exceed the maximum. */
  | Refusal<'price_unfit', { ingredient: string }>
  | Refusal<'replaced_by_itself'>
  /** A recipe counts the replaced ingredient in a unit that has no conversion in the new one. */
  | Refusal<'replacement_not_convertible', { component: string; missing: MissingConversion }>
  /** The sum of both quantities in this recipe has more than four decimals, or is out of range. */
  | Refusal<'replacement_unfit', { recipe: string }>
  /** The two ingredients count in different channels of this dish. */
  | Refusal<'replacement_channels', { recipe: string; ingredient: string; by: string }>
  | Refusal<'replacement_too_large'>
  /** An ingredient with a price cannot be free. */
  | Refusal<'free_with_price'>
  | Refusal<'unit_needs_price'>
  | Refusal<'unit_needs_quantity'>
  /** The yield in this unit has more than four decimals. */
  | Refusal<'yield_unfit', { unit: string }>
  /** The quantity of `what` times the factor has more than four decimals, or is out of range. */
  | Refusal<'factor_unfit', { what: string }>
  /** The recipe has no line for `keep[index]` of a copy. */
  | Refusal<'kept_line_unknown', { index: number }>
  | Refusal<'channel_unknown'>
  /** A field names an unknown channel; `field` is its name in bodies. */
  | Refusal<'channel_not_there', { field: 'channels' | 'prices' }>
  /** The price in the main channel is the sale price. */
  | Refusal<'main_channel_price'>
  /** The main channel stays the main one until another channel replaces it. */
  | Refusal<'a_channel_is_main'>
  | Refusal<'main_channel_stays', { channel: string }>
  /** `months`: YYYY-MM, months with sales. */
  | Refusal<
      'channel_in_use',
      { channel: string; costs: readonly string[]; dishes: readonly string[]; months: readonly string[] }
    >
  | Refusal<'too_many_channels', { limit: number }>
  /** The dish of the row at `index` never existed. */
  | Refusal<'sold_dish_unknown', { index: number }>
  | Refusal<'too_many_sales', { limit: number }>
  | Refusal<'purchase_unknown'>
  | Refusal<'supplier_unknown'>
  /** The supplier of a purchase does not exist. */
  | Refusal<'supplier_not_there'>
  | Refusal<'cnpj_taken', { supplier: string }>
  | Refusal<'purchase_to_come'>
  /** The unit of a purchase line has no conversion to the unit of its ingredient; `index` counts from 0. */
  | Refusal<'purchase_line_not_convertible', { index: number; component: string; missing: MissingConversion }>
  /** Lines give one new ingredient several ids, names or units; `index` is that of the line that differs. */
  | Refusal<'new_ingredient_ambiguous', { index: number }>
  /** All lines cost zero. */
  | Refusal<'nothing_to_spread', { field: 'freight' | 'discount' }>
  | Refusal<'discount_too_large'>
  | Refusal<'purchase_too_large'>
  | Refusal<'too_many_purchases', { limit: number }>
  | Refusal<'too_many_purchase_lines', { limit: number }>
  | Refusal<'too_many_suppliers', { limit: number }>
  | Refusal<'too_many_fixed_costs', { limit: number }>
  | Refusal<'too_many_variable_costs', { limit: number }>
  | Refusal<'too_many_ingredients', { limit: number }>
  | Refusal<'too_many_preparations', { limit: number }>
  | Refusal<'too_many_preparation_ingredients', { limit: number }>
  | Refusal<'too_many_dishes', { limit: number }>
  | Refusal<'too_many_dish_ingredients', { limit: number }>
  /** The entity has changed meanwhile: the caller knew version `given`, and `current` is the latest. */
  | Refusal<'changed_meanwhile', { given: number; current: number }>
  | Refusal<'month_too_early', { month: string }>
  | Refusal<'month_to_come', { month: string }>
  | Refusal<'id_taken'>
  | Refusal<'business_already_open'>
  /** The business has gone to another account meanwhile. */
  | Refusal<'not_the_owner'>
  | Refusal<'business_not_open'>
  | Refusal<'business_erased'>;

type Refusal<Code extends string, Details = unknown> = { readonly refusal: Code } & Readonly<Details>;
