import type { RecipeLine } from '#domain/business/recipe/line.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import { type ReadWriteSet, requireRow } from './command-mapping.ts';
import type { DishLineBody } from './dish-line.schema.ts';
import { channelIdsIn, scope } from './field.ts';

/** Lines of recipes are answered alike, whether of a dish or of a preparation. */

/**
 * The reply for a line of a dish or of a preparation.
 * @param row the line itself, because its figures contain only its cost
 */
export const lineBody = (line: LineFigures, row: RecipeLine | undefined): DishLineBody => ({
  ingredient_id: line.ingredientId,
  ingredient_name: line.ingredientName,
  quantity: fromTenThousandths(line.quantity),
  unit: line.unit,
  component_unit: line.componentUnit,
  unit_price: fromTenThousandths(line.unitPrice),
  cost: fromTenThousandths(line.cost),
  channels: scope.toWire(row?.channels ?? null),
  version: row?.version ?? 1,
});

export const lineRow = ({ ingredient_id, quantity, unit, channels, version }: DishLineBody): RecipeLine => ({
  ingredientId: ingredient_id,
  quantity: requireTenThousandths(quantity),
  ownUnit: unit,
  channels,
  version,
});

interface LineInput {
  readonly quantity?: number | undefined;
  readonly unit?: string | undefined;
  readonly channels?: Scope | undefined;
}

/** The fields of a line in the bodies of calls. */
export const lineToWire = <Line extends LineInput>({ quantity, unit, channels }: Line) =>
  ({
    ...(quantity === undefined ? {} : { quantity: fromTenThousandths(quantity) }),
    ...(unit === undefined ? {} : { unit }),
    ...(channels === undefined ? {} : { channels: scope.toWire(channels) }),
  }) as {
    readonly quantity: Line['quantity'] extends number ? number : number | undefined;
    readonly unit?: string;
    readonly channels?: string[] | null;
  };

interface LineCommand {
  readonly ingredientId: string;
}

/**
 * The common part of the calls about lines.
 * @param recipeOf the id of the row of `table` that holds the line of a command
 */
export function lineMappings<Command extends LineCommand>(
  table: 'dishes' | 'preparations',
  recipeOf: (command: Command) => string,
) {
  const lineKey = (command: Command): string => `${command.ingredientId} in ${recipeOf(command)}`;
  const savedLine = (state: Business, command: Command): RecipeLine | undefined =>
    state[table].get(recipeOf(command))?.lines.find(({ ingredientId }) => ingredientId === command.ingredientId);
  const readsOf = (command: Command): readonly string[] => [
    recipeOf(command),
    command.ingredientId,
    ...channelIdsIn(command),
  ];
  const lineReadWriteSet = (command: Command, state: Business): ReadWriteSet => ({
    writes: [lineKey(command)],
    reads: [...readsOf(command), ...channelIdsIn(savedLine(state, command) ?? {})],
  });
  return {
    reply: (after: Business, command: Command): DishLineBody => {
      const { lines } = requireRow<string, { readonly lines: readonly RecipeLine[] }>(after[table], recipeOf(command));
      const index = lines.findIndex((line) => line.ingredientId === command.ingredientId);
      const figures = lineFigures(lines, createCosting(after))[index];
      if (!figures) throw new Error(`not in the state right after its command: ${command.ingredientId}`);
      return lineBody(figures, lines[index]);
    },
    add: {
      readWriteSet: (command: Command): ReadWriteSet => ({
        writes: [lineKey(command), `lines of ${recipeOf(command)}`],
        reads: readsOf(command),
      }),
    },
    change: { readWriteSet: lineReadWriteSet },
    remove: { reply: () => undefined, readWriteSet: lineReadWriteSet },
  };
}
