import type { CommandCalls } from './command-call.ts';
import { lineCalls, lineSent } from './recipe-line.ts';

interface LineIds {
  readonly dishId: string;
  readonly ingredientId: string;
}

const idsOf = ({ dishId, ingredientId }: LineIds): LineIds => ({ dishId, ingredientId });

const { reply, added, changed, removed } = lineCalls<LineIds>('dishes', ({ dishId }) => dishId);

export const dishLineCommands: CommandCalls<'AddDishIngredient' | 'ChangeDishIngredient' | 'RemoveDishIngredient'> = {
  AddDishIngredient: {
    call: 'addDishIngredient',
    kind: 'puts',
    sent: ({ dishId, ingredientId, ...line }) => ({
      body: { dish_id: dishId, ingredient_id: ingredientId, ...lineSent(line) },
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
    ...added,
  },
  ChangeDishIngredient: {
    call: 'changeDishIngredient',
    kind: 'changes',
    sent: (command) => ({ params: idsOf(command), body: lineSent(command) }),
    command: ({ params, body, version }) => ({ type: 'ChangeDishIngredient', ...params, ...body, version }),
    reply,
    ...changed,
  },
  RemoveDishIngredient: {
    call: 'removeDishIngredient',
    kind: 'removes',
    sent: (command) => ({ params: idsOf(command) }),
    command: ({ params, version }) => ({ type: 'RemoveDishIngredient', ...params, version }),
    ...removed,
  },
};
