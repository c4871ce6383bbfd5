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
 * Commands of an owner. Amounts are in range and names clean, because the contract's schemas check them; ids of new
 * entities are passed in as data.
 */
export type BusinessCommand = OwnershipCommand | SingleCommand | ChangeSet | UndoChange;

/** One change to the contents of a business. */
export type SingleCommand =
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

/** Several changes as one: each is decided on the result of those before it, and all are done or none. */
export type ChangeSet = Command<'ApplyChangeSet', { commands: readonly SingleCommand[] }>;

/** Undoes everything that an earlier command did, as long as every entity is still as that command left it. */
export type UndoChange = Command<'UndoChange', { change: ChangeToUndo }>;

/** The recorded effect of one command. */
export interface ChangeToUndo {
  /** At least one event, in order. */
  readonly events: readonly BusinessEvent[];
  /** The business right before the events, which tells the positions of removed entities in their lists. */
  readonly before: Business;
  /** The change that has undone this one, even if it was undone in turn: a change is undone once. */
  readonly undoneBy: string | null;
}
