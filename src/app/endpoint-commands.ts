import type { OwnerContract } from '#contract/owner.ts';
import type { ChangeCallName } from '#contract/routes/owner.ts';
import type { EndpointCommand, EndpointInput } from './endpoint-command.ts';
import { salesReply, salesCommands } from '#contract/entities/sales.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInSet } from '#contract/change-set.ts';
import { commandMappingOf } from '#contract/entities/command-mappings.ts';
import type { ChangeSet, SingleCommand } from '#domain/business/commands.ts';
import { entityIdOf } from './ids.ts';
import type { CommandEndpointName } from '#contract/entities/command-mapping.ts';
import { averageTicketCommands, monthCommands } from '#contract/entities/month.ts';
import { channelCommands } from '#contract/entities/channel.ts';
import { dishLineCommands } from '#contract/entities/dish-line.ts';
import { dishCommands } from '#contract/entities/dish.ts';
import { fixedCostCommands } from '#contract/entities/fixed-cost.ts';
import { ingredientCommands } from '#contract/entities/ingredient.ts';
import { preparationLineCommands } from '#contract/entities/preparation-line.ts';
import { preparationCommands } from '#contract/entities/preparation.ts';
import { settingsCommands } from '#contract/entities/settings.ts';
import { purchaseCommands } from '#contract/entities/purchase.ts';
import { stockValueCommands } from '#contract/entities/stock-value.ts';
import { supplierCommands } from '#contract/entities/supplier.ts';
import { variableCostCommands } from '#contract/entities/variable-cost.ts';

type DataCalls = { readonly [Name in CommandEndpointName]: EndpointCommand<OwnerContract[Name], SingleCommand> };

/** Every call that makes one change; a missing one does not compile. */
export const singleCommands: DataCalls = {
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

/**
 * Several calls as one command. An added entity gets the id that the caller gave it, or one that follows from the key.
 */
export const applyChanges: EndpointCommand<OwnerContract['applyChanges'], ChangeSet> = {
  command: ({ body, newId, today }) => ({
    type: 'ApplyChangeSet',
    commands: body.calls.map((call, index) => {
      const single: EndpointCommand<Endpoint, SingleCommand> = singleCommands[call.call];
      return single.command(inputOf(call, idIn(call, newId, index), today));
    }),
  }),
  reply: (_after, { commands }) => ({ ids: commands.map(addedBy) }),
};

const idIn = (call: CallInSet, newId: string, index: number): string =>
  ('id' in call ? call.id : undefined) ?? entityIdOf(newId, index);

function addedBy(command: SingleCommand): string | null {
  if (commandMappingOf(command).kind !== 'adds') return null;
  if ('copyId' in command) return command.copyId;
  return 'id' in command ? command.id : null;
}

/** The input that this call would have had as a request of its own. */
function inputOf(call: CallInSet, newId: string, today: string): EndpointInput<Endpoint> {
  const input = {
    params: 'params' in call ? call.params : undefined,
    body: 'body' in call ? call.body : undefined,
    newId,
    changeId: newId,
    idAt: (index: number) => entityIdOf(newId, index),
    today,
    undone: undefined,
    version: 'if_match' in call ? call.if_match : undefined,
  };
  return input as EndpointInput<Endpoint>;
}

/** Sales of several months and channels, and revenue of the same report, as one command. */
const importSales: EndpointCommand<OwnerContract['importSales']> = {
  command: ({ body, newId, today }) => ({
    type: 'ApplyChangeSet',
    commands: [
      ...body.sets.map(
        ({ month, channel_id, rows }) =>
          ({
            type: 'RecordSales',
            month,
            channelId: channel_id,
            newChannelId: newId,
            rows,
            currentMonth: today.slice(0, 7),
          }) as const,
      ),
      ...body.revenue.map(
        ({ month, value, orders_count }) =>
          ({ type: 'RecordMonthRevenue', month, value, orders: orders_count }) as const,
      ),
    ],
  }),
  nameOfPart:
    ({ sets }) =>
    (index) =>
      index < sets.length ? `sets.${index}` : `revenue.${index - sets.length}`,
  reply: (after, _command, { body }) =>
    body.sets.map(({ month, channel_id }) => salesReply(after, { month, channelId: channel_id })),
};

/** Undoes everything that one call did. */
const undoChange: EndpointCommand<OwnerContract['undoChange']> = {
  idOfUndoneChange: ({ params }) => params.id,
  command: ({ undone }) => {
    if (!undone) throw new Error('what is taken back goes into the command');
    const { done, before, undoneBy } = undone;
    return { type: 'UndoChange', change: { events: done.map(({ event }) => event), before: before(), undoneBy } };
  },
  reply: (_after, _command, { changeId }) => ({ id: changeId }),
};

/** Every changing call of the contract; a missing one does not compile. */
export const endpointCommands: { readonly [Name in ChangeCallName]: EndpointCommand<OwnerContract[Name]> } = {
  ...singleCommands,
  applyChanges,
  importSales,
  undoChange,
};
