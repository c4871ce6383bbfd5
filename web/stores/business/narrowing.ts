import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { versionOf } from '#domain/business/version-of.ts';
import { VERSION_UNKNOWN } from './from-wire.ts';

/**
 * A change as it goes to the server on its own: only what really changes in what is confirmed, so that what somebody else
 * changes meanwhile in another field stays; and with the version in view, where one is known. Pure.
 */
export function narrowed(command: SingleChange, confirmed: Business): SingleChange {
  switch (command.type) {
    case 'ChangeFixedCost':
      return withVersion(onlyNews(command, confirmed.fixedCosts.get(command.id)), confirmed);
    case 'ChangeVariableCost':
      return withVersion(onlyNews(command, confirmed.variableCosts.get(command.id)), confirmed);
    case 'ChangeIngredient':
      return withVersion(onlyNews(command, confirmed.ingredients.get(command.id)), confirmed);
    case 'ChangeDish':
      return withVersion(onlyNews(command, confirmed.dishes.get(command.id)), confirmed);
    case 'ChangeDishIngredient':
    case 'RecordMonthRevenue':
      return withVersion(command, confirmed);
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

/** With the version of what it changes or removes as it stands in view; nothing is said about one that is not known. */
export function withVersion(command: SingleChange, inView: Business): SingleChange {
  const version = versionOf(inView, command);
  const isKnown = version !== VERSION_UNKNOWN || command.type === 'RecordMonthRevenue';
  return { ...command, ...(version !== undefined && isKnown ? { version } : {}) };
}

function onlyNews<Command extends { readonly id: string }>(
  command: Command,
  held: { readonly [Field in keyof Command]?: unknown } | undefined,
): Command {
  const news = Object.entries(command).filter(
    ([field, value]) => field === 'id' || value !== held?.[field as keyof Command],
  );
  return Object.fromEntries(news) as Command;
}
