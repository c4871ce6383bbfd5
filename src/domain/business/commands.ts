import type { AverageTicketCommand } from './month/average-ticket.ts';
import type { ChannelCommand } from './channel/channel.ts';
import type { DishCommand } from './recipe/dish.ts';
import type { DishLineCommand } from './recipe/dish-line.ts';
import type { BusinessEvent } from './events.ts';
import type { FixedCostCommand } from './fixed-cost/fixed-cost.ts';
import type { IngredientCommand } from './ingredient/ingredient.ts';
import type { Command } from './message.ts';
import type { MonthRevenueCommand } from './month/month-revenue.ts';
import type { OwnershipCommand } from './ownership.ts';
import type { PreparationCommand } from './recipe/preparation.ts';
import type { PreparationLineCommand } from './recipe/preparation-line.ts';
import type { ReplacementCommand } from './ingredient/replacement.ts';
import type { SalesCommand } from './sales/sales.ts';
import type { SettingsCommand } from './settings/settings.ts';
import type { Business } from './state.ts';
import type { PurchaseCommand } from './purchase/purchase.ts';
import type { StockValueCommand } from './stock-value/stock-value.ts';
import type { SupplierCommand } from './supplier/supplier.ts';
import type { VariableCostCommand } from './variable-cost/variable-cost.ts';

/**
 * What an owner can ask for. Amounts are in range and names clean when they get here (the contract's schemas see to
 * it); ids of new entities come in as data.
 */
export type BusinessCommand = OwnershipCommand | SingleChange | ChangeSet | UndoChange;

/** One change to what is in a business. */
export type SingleChange =
  | FixedCostCommand
  | VariableCostCommand
  | MonthRevenueCommand
  | AverageTicketCommand
  | IngredientCommand
  | ReplacementCommand
  | PreparationCommand
  | PreparationLineCommand
  | DishCommand
  | DishLineCommand
  | SettingsCommand
  | ChannelCommand
  | SalesCommand
  | SupplierCommand
  | PurchaseCommand
  | StockValueCommand;

/** Several changes that are one: each is decided on what those before it made, and all are done or none. */
export type ChangeSet = Command<'ApplyChangeSet', { commands: readonly SingleChange[] }>;

/** Takes back all that one command did, as long as everything it touched is still as it left it. */
export type UndoChange = Command<'UndoChange', { change: DoneChange }>;

/** The recorded effect of one command. */
export interface DoneChange {
  /** At least one, in order. */
  readonly events: readonly BusinessEvent[];
  /** The business right before them: where in their lists the entities stood that were removed. */
  readonly before: Business;
  /** The change that has taken this one back, whatever became of that: a change is taken back once. */
  readonly undoneBy: string | null;
}
