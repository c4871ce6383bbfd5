import type { CommandCalls } from './command-call.ts';
import { lineCalls, lineSent } from './recipe-line.ts';

interface LineIds {
  readonly preparationId: string;
  readonly ingredientId: string;
}

const idsOf = ({ preparationId, ingredientId }: LineIds): LineIds => ({ preparationId, ingredientId });

const { reply, added, changed, removed } = lineCalls<LineIds>('preparations', ({ preparationId }) => preparationId);

export const preparationLineCommands: CommandCalls<
  'AddPreparationIngredient' | 'ChangePreparationIngredient' | 'RemovePreparationIngredient'
> = {
  AddPreparationIngredient: {
    call: 'addPreparationIngredient',
    kind: 'puts',
    sent: ({ preparationId, ingredientId, ...line }) => ({
      params: { preparationId },
      body: { ingredient_id: ingredientId, ...lineSent(line) },
    }),
    command: ({ params, body }) => ({
      type: 'AddPreparationIngredient',
      preparationId: params.preparationId,
      ingredientId: body.ingredient_id,
      quantity: body.quantity,
      unit: body.unit,
    }),
    reply,
    ...added,
  },
  ChangePreparationIngredient: {
    call: 'changePreparationIngredient',
    kind: 'changes',
    sent: (command) => ({ params: idsOf(command), body: lineSent(command) }),
    command: ({ params, body, version }) => ({ type: 'ChangePreparationIngredient', ...params, ...body, version }),
    reply,
    ...changed,
  },
  RemovePreparationIngredient: {
    call: 'removePreparationIngredient',
    kind: 'removes',
    sent: (command) => ({ params: idsOf(command) }),
    command: ({ params, version }) => ({ type: 'RemovePreparationIngredient', ...params, version }),
    ...removed,
  },
};
