import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { lineIn } from './business-rows.ts';
import { VERSION_UNKNOWN } from './from-wire.ts';

/**
 * A change as it goes to the server on its own: only what really changes in what is confirmed, so that what somebody else
 * changes meanwhile in another field stays; and with the version in view, where one is known. Pure.
 */
export function narrowed(command: SingleChange, confirmed: Business): SingleChange {
  switch (command.type) {
    case 'ChangeFixedCost':
      return onlyNews(command, confirmed.fixedCosts.get(command.id));
    case 'ChangeVariableCost':
      return onlyNews(command, confirmed.variableCosts.get(command.id));
    case 'ChangeIngredient':
      return onlyNews(command, confirmed.ingredients.get(command.id));
    case 'ChangeDish':
      return onlyNews(command, confirmed.dishes.get(command.id));
    case 'ChangeDishIngredient':
      return { ...command, ...inView(lineIn(confirmed, command.dishId, command.ingredientId)) };
    case 'RecordMonthRevenue':
      return { ...command, version: confirmed.months.get(command.month)?.version ?? 0 };
    // What is added has no version yet, and what is removed goes whatever it has become.
    case 'AddFixedCost':
    case 'AddVariableCost':
    case 'AddIngredient':
    case 'AddDish':
    case 'AddDishIngredient':
    case 'RemoveFixedCost':
    case 'RemoveVariableCost':
    case 'RemoveIngredient':
    case 'RemoveDish':
    case 'RemoveDishIngredient':
    case 'StateAverageTicket':
      return command;
    default:
      return command satisfies never;
  }
}

type Held<Command> = { readonly [Field in keyof Command]?: unknown } & { readonly version: number };

function onlyNews<Command extends { readonly id: string }>(command: Command, held: Held<Command> | undefined): Command {
  const news = Object.entries(command).filter(
    ([field, value]) => field === 'id' || value !== held?.[field as keyof Command],
  );
  return { ...Object.fromEntries(news), ...inView(held) } as Command;
}

/** Nothing is said about a version that is not known. */
const inView = (held: { readonly version: number } | undefined): { readonly version?: number } =>
  held === undefined || held.version === VERSION_UNKNOWN ? {} : { version: held.version };
