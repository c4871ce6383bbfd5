import type { AverageTicketEvent, AverageTicketFields } from './month/average-ticket.ts';
import type { ChannelEvent, ChannelFields } from './channel/channel.ts';
import type { DishEvent, DishFields } from './recipe/dish.ts';
import type { DishLineEvent } from './recipe/dish-line.ts';
import type { FixedCostFields } from './fixed-cost/fields.ts';
import type { FixedCostEvent } from './fixed-cost/fixed-cost.ts';
import type { IngredientEvent, IngredientFields } from './ingredient/ingredient.ts';
import type { MonthRevenueEvent, MonthRevenueFields } from './month/month-revenue.ts';
import type { OwnershipEvent, OwnershipFields } from './ownership.ts';
import type { PreparationEvent, PreparationFields } from './recipe/preparation.ts';
import type { PreparationLineEvent } from './recipe/preparation-line.ts';
import type { RecipeLineFields } from './recipe/recipe.ts';
import type { ReplacementEvent } from './ingredient/replacement.ts';
import type { SalesEvent, SalesFields } from './sales/sales.ts';
import type { SettingsEvent, SettingsFields } from './settings/settings.ts';
import type { TableKind } from './tables.ts';
import type { VariableCostEvent, VariableCostFields } from './variable-cost/variable-cost.ts';

/** What can have happened to each kind of entity. */
export interface EntityEvents {
  business: OwnershipEvent;
  fixed_cost: FixedCostEvent;
  variable_cost: VariableCostEvent;
  month: MonthRevenueEvent;
  average_ticket: AverageTicketEvent;
  ingredient: IngredientEvent | ReplacementEvent;
  preparation: PreparationEvent;
  preparation_ingredient: PreparationLineEvent;
  dish: DishEvent;
  dish_ingredient: DishLineEvent;
  settings: SettingsEvent;
  channel: ChannelEvent;
  sales: SalesEvent;
}

/** The fields of each kind of entity that events change one by one. */
export interface EntityFields {
  business: OwnershipFields;
  fixed_cost: FixedCostFields;
  variable_cost: VariableCostFields;
  month: MonthRevenueFields;
  average_ticket: AverageTicketFields;
  ingredient: IngredientFields & { readonly lines: unknown };
  preparation: PreparationFields & { readonly yield: unknown };
  preparation_ingredient: RecipeLineFields;
  dish: DishFields;
  dish_ingredient: RecipeLineFields;
  settings: SettingsFields;
  channel: ChannelFields;
  sales: SalesFields;
}

/** A field of any entity that an event changes by itself. */
export type ChangedField = { [Kind in EntityKind]: keyof EntityFields[Kind] }[EntityKind];

/** The same without those that stand in a table of fields. */
export type UnlistedField = { [Kind in Exclude<EntityKind, TableKind>]: keyof EntityFields[Kind] }[Exclude<
  EntityKind,
  TableKind
>];

export type EntityKind = keyof EntityEvents;

/** The kind of entity that events of a type are about. */
export type EntityOf<Type extends BusinessEvent['type']> = {
  [Kind in EntityKind]: Type extends EntityEvents[Kind]['type'] ? Kind : never;
}[EntityKind];

/**
 * What can have happened in a business. A change carries `from` and `to`, a removal the whole entity, each the entity's
 * name at the time: the audit trail, undo and history are read from here and could not be made up later.
 */
export type BusinessEvent = EntityEvents[EntityKind];
