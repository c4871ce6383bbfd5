import type { BusinessCommand, SingleCommand } from '#domain/business/commands.ts';
import { averageTicketCommands, monthCommands } from './month.ts';
import { channelCommands } from './channel.ts';
import type { CommandMapping, CommandMappings, CommandOf, CommandType } from './command-mapping.ts';
import { dishLineCommands } from './dish-line.ts';
import { dishCommands } from './dish.ts';
import { fixedCostCommands } from './fixed-cost.ts';
import { ingredientCommands } from './ingredient.ts';
import { preparationCommands } from './preparation.ts';
import { preparationLineCommands } from './preparation-line.ts';
import { salesCommands } from './sales.ts';
import { settingsCommands } from './settings.ts';
import { purchaseCommands } from './purchase.ts';
import { stockValueCommands } from './stock-value.ts';
import { supplierCommands } from './supplier.ts';
import { variableCostCommands } from './variable-cost.ts';

/** Every command that changes one thing, with its call; a missing one does not compile. */
export const commandMappings: CommandMappings = {
  ...fixedCostCommands,
  ...variableCostCommands,
  ...monthCommands,
  ...averageTicketCommands,
  ...ingredientCommands,
  ...preparationCommands,
  ...preparationLineCommands,
  ...dishCommands,
  ...dishLineCommands,
  ...settingsCommands,
  ...channelCommands,
  ...salesCommands,
  ...supplierCommands,
  ...purchaseCommands,
  ...stockValueCommands,
};

export const commandMappingOf = <Type extends CommandType>(command: CommandOf<Type>): CommandMapping<Type> =>
  commandMappings[command.type];

/** Tells whether a command has a call of its own. Ownership and undoing depend on data that only the server has. */
export const isSingleCommand = (command: BusinessCommand): command is SingleCommand =>
  Object.hasOwn(commandMappings, command.type);
