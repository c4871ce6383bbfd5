import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';

/**
 * What a command changes and what it counts on. Two commands that meet in something that one of them changes are sent
 * in the order in which they were given; all others may travel at the same time.
 */
export interface Reach {
  readonly changes: readonly string[];
  readonly needs: readonly string[];
}

export const meets = (a: Reach, b: Reach): boolean =>
  a.changes.some((thing) => b.changes.includes(thing) || b.needs.includes(thing)) ||
  a.needs.some((thing) => b.changes.includes(thing));

/** Lists are things too: additions keep their order, so the server lists them as they were entered. */
export function reachOf(command: BusinessCommand, state: Business): Reach {
  switch (command.type) {
    case 'AddFixedCost':
      return { changes: [command.id, 'fixed costs'], needs: [] };
    case 'AddVariableCost':
      return { changes: [command.id, 'variable costs'], needs: [] };
    case 'AddIngredient':
      return { changes: [command.id, 'ingredients'], needs: [] };
    case 'AddDish':
      return { changes: [command.id, 'dishes'], needs: [] };
    case 'ChangeFixedCost':
    case 'RemoveFixedCost':
    case 'ChangeVariableCost':
    case 'RemoveVariableCost':
    case 'ChangeIngredient':
    case 'RemoveIngredient':
    case 'ChangeDish':
      return { changes: [command.id], needs: [] };
    case 'RemoveDish': {
      const lines = state.dishes.get(command.id)?.lines ?? [];
      return { changes: [command.id], needs: lines.map((line) => line.ingredientId) };
    }
    case 'RecordMonthRevenue':
      return { changes: [`month ${command.month}`], needs: [] };
    case 'StateAverageTicket':
      return { changes: ['ticket'], needs: [] };
    case 'AddDishIngredient':
      return {
        changes: [lineOf(command), `lines of ${command.dishId}`],
        needs: [command.dishId, command.ingredientId],
      };
    case 'ChangeDishIngredient':
    case 'RemoveDishIngredient':
      return { changes: [lineOf(command)], needs: [command.dishId, command.ingredientId] };
    case 'ApplyChangeSet': {
      const each = command.commands.map((one) => reachOf(one, state));
      return { changes: each.flatMap(({ changes }) => changes), needs: each.flatMap(({ needs }) => needs) };
    }
    case 'OpenBusiness':
    case 'ChangeOwner':
    case 'EraseBusiness':
    case 'UndoChange':
      return { changes: [], needs: [] };
    default:
      return command satisfies never;
  }
}

const lineOf = ({ dishId, ingredientId }: { dishId: string; ingredientId: string }): string =>
  `${ingredientId} in ${dishId}`;

/** The same reach after a thing has got its real id. */
export const reachRenamed = ({ changes, needs }: Reach, from: string, to: string): Reach => ({
  changes: changes.map((thing) => thing.replaceAll(from, to)),
  needs: needs.map((thing) => thing.replaceAll(from, to)),
});

/** The same command about a thing that has got its real id. */
export function commandRenamed<C extends BusinessCommand>(command: C, from: string, to: string): C {
  const renamed: Record<string, unknown> = { ...command };
  if (command.type === 'ApplyChangeSet')
    renamed['commands'] = command.commands.map((one) => commandRenamed(one, from, to));
  for (const field of ['id', 'dishId', 'ingredientId']) if (renamed[field] === from) renamed[field] = to;
  return renamed as C;
}
