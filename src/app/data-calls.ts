import type { CallName } from '#contract/entities/command-call.ts';
import { averageTicketCommands } from '#contract/entities/average-ticket.ts';
import { channelCommands } from '#contract/entities/channel.ts';
import { dishLineCommands } from '#contract/entities/dish-line.ts';
import { dishCommands } from '#contract/entities/dish.ts';
import { fixedCostCommands } from '#contract/entities/fixed-cost.ts';
import { ingredientCommands } from '#contract/entities/ingredient.ts';
import { monthCommands } from '#contract/entities/month.ts';
import { preparationLineCommands } from '#contract/entities/preparation-line.ts';
import { preparationCommands } from '#contract/entities/preparation.ts';
import { salesCommands } from '#contract/entities/sales.ts';
import { settingsCommands } from '#contract/entities/settings.ts';
import { purchaseCommands } from '#contract/entities/purchase.ts';
import { stockValueCommands } from '#contract/entities/stock-value.ts';
import { supplierCommands } from '#contract/entities/supplier.ts';
import { variableCostCommands } from '#contract/entities/variable-cost.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { BusinessCall } from './business-call.ts';

type DataCalls = { readonly [Name in CallName]: BusinessCall<OwnerContract[Name], SingleChange> };

/** Every call that makes one change; a missing one does not compile. */
export const dataCalls: DataCalls = {
  addFixedCost: fixedCostCommands.AddFixedCost,
  changeFixedCost: fixedCostCommands.ChangeFixedCost,
  removeFixedCost: fixedCostCommands.RemoveFixedCost,
  addVariableCost: variableCostCommands.AddVariableCost,
  changeVariableCost: variableCostCommands.ChangeVariableCost,
  removeVariableCost: variableCostCommands.RemoveVariableCost,
  recordMonthRevenue: monthCommands.RecordMonthRevenue,
  stateAverageTicket: averageTicketCommands.StateAverageTicket,
  addIngredient: ingredientCommands.AddIngredient,
  changeIngredient: ingredientCommands.ChangeIngredient,
  removeIngredient: ingredientCommands.RemoveIngredient,
  replaceIngredient: ingredientCommands.ReplaceIngredient,
  repriceIngredients: ingredientCommands.RepriceIngredients,
  addPreparation: preparationCommands.AddPreparation,
  changePreparation: preparationCommands.ChangePreparation,
  removePreparation: preparationCommands.RemovePreparation,
  duplicatePreparation: preparationCommands.DuplicatePreparation,
  addPreparationIngredient: preparationLineCommands.AddPreparationIngredient,
  changePreparationIngredient: preparationLineCommands.ChangePreparationIngredient,
  removePreparationIngredient: preparationLineCommands.RemovePreparationIngredient,
  addDish: dishCommands.AddDish,
  changeDish: dishCommands.ChangeDish,
  removeDish: dishCommands.RemoveDish,
  duplicateDish: dishCommands.DuplicateDish,
  addDishIngredient: dishLineCommands.AddDishIngredient,
  changeDishIngredient: dishLineCommands.ChangeDishIngredient,
  removeDishIngredient: dishLineCommands.RemoveDishIngredient,
  changeBusinessSettings: settingsCommands.ChangeBusinessSettings,
  addChannel: channelCommands.AddChannel,
  changeChannel: channelCommands.ChangeChannel,
  removeChannel: channelCommands.RemoveChannel,
  recordSales: salesCommands.RecordSales,
  changeSupplier: supplierCommands.ChangeSupplier,
  enterPurchase: purchaseCommands.EnterPurchase,
  takeBackPurchase: purchaseCommands.TakeBackPurchase,
  recordStockValue: stockValueCommands.RecordStockValue,
  clearStockValue: stockValueCommands.ClearStockValue,
};
