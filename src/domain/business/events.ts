import type { EntityKind } from './entity-fields.ts';
import type { AverageTicketEvent } from './month/average-ticket.ts';
import type { ChannelEvent } from './channel/channel.ts';
import type { DishEvent } from './recipe/dish.ts';
import type { DishLineEvent } from './recipe/dish-line.ts';
import type { FixedCostEvent } from './fixed-cost/fixed-cost.ts';
import type { IngredientEvent } from './ingredient/ingredient.ts';
import type { MonthRevenueEvent } from './month/month-revenue.ts';
import type { OwnershipEvent } from './ownership.ts';
import type { PreparationEvent } from './recipe/preparation.ts';
import type { PreparationLineEvent } from './recipe/preparation-line.ts';
import type { ReplacementEvent } from './ingredient/replacement.ts';
import type { SalesEvent } from './sales/sales.ts';
import type { SettingsEvent } from './settings/settings.ts';
import type { PurchaseEvent } from './purchase/purchase.ts';
import type { StockValueEvent } from './stock-value/stock-value.ts';
import type { SupplierEvent } from './supplier/supplier.ts';
import type { VariableCostEvent } from './variable-cost/variable-cost.ts';

/** The events of each kind of entity. */
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
  supplier: SupplierEvent;
  purchase: PurchaseEvent;
  stock_value: StockValueEvent;
}

/** The kind of entity that events of a type are about. */
export type EntityOf<Type extends BusinessEvent['type']> = {
  [Kind in EntityKind]: Type extends EntityEvents[Kind]['type'] ? Kind : never;
}[EntityKind];

/**
 * Every event of a business. A change carries `from` and `to`, a removal the whole entity, each with the entity's name
 * at the time: the audit log, undo and history need this data and could not derive it later.
 */
export type BusinessEvent = EntityEvents[EntityKind];
