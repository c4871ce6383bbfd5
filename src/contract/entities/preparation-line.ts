import type { CommandMappings } from './command-mapping.ts';
import { lineMappings, lineToWire } from './recipe-line.ts';

interface LineIds {
  readonly preparationId: string;
  readonly ingredientId: string;
}

const idsOf = ({ preparationId, ingredientId }: LineIds): LineIds => ({ preparationId, ingredientId });

const { reply, add, change, remove } = lineMappings<LineIds>('preparations', ({ preparationId }) => preparationId);

export const preparationLineCommands: CommandMappings<
  'AddPreparationIngredient' | 'ChangePreparationIngredient' | 'RemovePreparationIngredient'
> = {
  AddPreparationIngredient: {
    endpoint: 'addPreparationIngredient',
    kind: 'other',
    toRequest: ({ preparationId, ingredientId, ...line }) => ({
      params: { preparationId },
      body: { ingredient_id: ingredientId, ...lineToWire(line) },
    }),
    command: ({ params, body }) => ({
      type: 'AddPreparationIngredient',
      preparationId: params.preparationId,
      ingredientId: body.ingredient_id,
      quantity: body.quantity,
      unit: body.unit,
    }),
    reply,
    ...add,
  },
  ChangePreparationIngredient: {
    endpoint: 'changePreparationIngredient',
    kind: 'changes',
    toRequest: (command) => ({ params: idsOf(command), body: lineToWire(command) }),
    command: ({ params, body, version }) => ({ type: 'ChangePreparationIngredient', ...params, ...body, version }),
    reply,
    ...change,
  },
  RemovePreparationIngredient: {
    endpoint: 'removePreparationIngredient',
    kind: 'removes',
    toRequest: (command) => ({ params: idsOf(command) }),
    command: ({ params, version }) => ({ type: 'RemovePreparationIngredient', ...params, version }),
    ...remove,
  },
};
