import type { Business, DishLine } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import { dishFigures, type LineFigures } from '#domain/figures/dish-figures.ts';
import { unitsFromWire } from '../units-from-wire.ts';
import type { CommandCalls } from './command-call.ts';
import type { DishLineBody } from './dish-line.schema.ts';
import { present, withLines } from './rows.ts';

export const dishLineBody = (line: LineFigures, version: number): DishLineBody => ({
  ingredient_id: line.ingredientId,
  ingredient_name: line.ingredientName,
  quantity: numberFromUnits(line.quantity),
  unit: line.unit,
  unit_price: numberFromUnits(line.unitPrice),
  cost: numberFromUnits(line.cost),
  version,
});

export const dishLineRow = ({ ingredient_id, quantity, version }: DishLineBody): DishLine => ({
  ingredientId: ingredient_id,
  quantity: unitsFromWire(quantity),
  version,
});

interface LineIds {
  readonly dishId: string;
  readonly ingredientId: string;
}

const idsOf = ({ dishId, ingredientId }: LineIds): LineIds => ({ dishId, ingredientId });
const nameOf = ({ dishId, ingredientId }: LineIds): string => `${ingredientId} in ${dishId}`;

function replyOf(after: Business, { dishId, ingredientId }: LineIds): DishLineBody {
  const dish = present(after.dishes, dishId);
  const { lines } = dishFigures(dish, after.ingredients, costBase(after)).figures;
  const index = lines.findIndex((line) => line.ingredientId === ingredientId);
  const line = lines[index];
  if (!line) throw new Error(`not in the state right after its command: ${ingredientId}`);
  return dishLineBody(line, dish.lines[index]?.version ?? 1);
}

export const dishLineCommands: CommandCalls<'AddDishIngredient' | 'ChangeDishIngredient' | 'RemoveDishIngredient'> = {
  AddDishIngredient: {
    call: 'addDishIngredient',
    method: 'POST',
    path: '/api/recipe-ingredients',
    kind: 'puts',
    sent: ({ dishId, ingredientId, quantity }) => ({
      body: { dish_id: dishId, ingredient_id: ingredientId, quantity: numberFromUnits(quantity) },
    }),
    command: ({ body }) => ({
      type: 'AddDishIngredient',
      dishId: body.dish_id,
      ingredientId: body.ingredient_id,
      quantity: body.quantity,
    }),
    reply: replyOf,
    applied: (state, body, { dishId }) => withLines(state, dishId, (lines) => [...lines, dishLineRow(body)]),
    readWriteSet: (command) => ({
      writes: [nameOf(command), `lines of ${command.dishId}`],
      reads: [command.dishId, command.ingredientId],
    }),
  },
  ChangeDishIngredient: {
    call: 'changeDishIngredient',
    method: 'PUT',
    path: '/api/recipe-ingredients/:dishId/:ingredientId',
    kind: 'changes',
    sent: (command) => ({ params: idsOf(command), body: { quantity: numberFromUnits(command.quantity) } }),
    command: ({ params, body, version }) => ({
      type: 'ChangeDishIngredient',
      ...params,
      quantity: body.quantity,
      version,
    }),
    reply: replyOf,
    applied(state, body, { dishId }) {
      const now = dishLineRow(body);
      return withLines(state, dishId, (lines) =>
        lines.map((line) => (line.ingredientId === now.ingredientId ? now : line)),
      );
    },
    readWriteSet: (command) => ({ writes: [nameOf(command)], reads: [command.dishId, command.ingredientId] }),
  },
  RemoveDishIngredient: {
    call: 'removeDishIngredient',
    method: 'DELETE',
    path: '/api/recipe-ingredients/:dishId/:ingredientId',
    kind: 'removes',
    sent: (command) => ({ params: idsOf(command) }),
    command: ({ params, version }) => ({ type: 'RemoveDishIngredient', ...params, version }),
    reply: () => undefined,
    applied: (state, _, { dishId, ingredientId }) =>
      withLines(state, dishId, (lines) => lines.filter((line) => line.ingredientId !== ingredientId)),
    readWriteSet: (command) => ({ writes: [nameOf(command)], reads: [command.dishId, command.ingredientId] }),
  },
};
