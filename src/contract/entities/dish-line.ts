import type { CommandMappings } from './command-mapping.ts';
import { lineMappings, lineToWire } from './recipe-line.ts';

interface LineIds {
  readonly dishId: string;
  readonly ingredientId: string;
}

const idsOf = ({ dishId, ingredientId }: LineIds): LineIds => ({ dishId, ingredientId });

const { reply, add, change, remove } = lineMappings<LineIds>('dishes', ({ dishId }) => dishId);

type DishLineCommand = 'AddDishIngredient' | 'ChangeDishIngredient' | 'RemoveDishIngredient';

export const dishLineCommands: CommandMappings<DishLineCommand> = {
  AddDishIngredient: {
    endpoint: 'addDishIngredient',
    kind: 'other',
    toRequest: ({ dishId, ingredientId, ...line }) => ({
      body: { dish_id: dishId, ingredient_id: ingredientId, ...lineToWire(line) },
    }),
    command: ({ body }) => ({
      type: 'AddDishIngredient',
      dishId: body.dish_id,
      ingredientId: body.ingredient_id,
      quantity: body.quantity,
      unit: body.unit,
      channels: body.channels,
    }),
    reply,
    ...add,
  },
  ChangeDishIngredient: {
    endpoint: 'changeDishIngredient',
    kind: 'changes',
    toRequest: (command) => ({ params: idsOf(command), body: lineToWire(command) }),
    command: ({ params, body, version }) => ({ type: 'ChangeDishIngredient', ...params, ...body, version }),
    reply,
    ...change,
  },
  RemoveDishIngredient: {
    endpoint: 'removeDishIngredient',
    kind: 'removes',
    toRequest: (command) => ({ params: idsOf(command) }),
    command: ({ params, version }) => ({ type: 'RemoveDishIngredient', ...params, version }),
    ...remove,
  },
};
