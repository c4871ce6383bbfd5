import type { ChangingName, OwnerContract } from '#contract/owner.ts';
import {
  businessMetricsBody,
  dishBody,
  fixedCostBody,
  ingredientBody,
  monthRevenueBody,
  variableCostBody,
} from '#contract/wire.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { businessFigures, costBase } from '#domain/figures/business-figures.ts';
import { type DishFigures, dishFigures } from '#domain/figures/dish-figures.ts';
import type { BusinessCall } from './business-call.ts';

type DataCallName = Exclude<ChangingName, 'applyChanges' | 'undoChange'>;

/** Every call that makes one change; a missing one does not compile. */
export const dataCalls: { readonly [Name in DataCallName]: BusinessCall<OwnerContract[Name], SingleChange> } = {
  addFixedCost: {
    command: ({ body, newId }) => ({ type: 'AddFixedCost', id: newId, ...body }),
    reply: ({ fixedCosts }, { newId }) => fixedCostBody(present(fixedCosts, newId)),
  },
  changeFixedCost: {
    command: ({ params, body, version }) => ({ type: 'ChangeFixedCost', id: params.id, version, ...body }),
    reply: ({ fixedCosts }, { params }) => fixedCostBody(present(fixedCosts, params.id)),
  },
  removeFixedCost: {
    command: ({ params, version }) => ({ type: 'RemoveFixedCost', id: params.id, version }),
    reply: () => undefined,
  },
  addVariableCost: {
    command: ({ body, newId }) => ({ type: 'AddVariableCost', id: newId, ...body }),
    reply: ({ variableCosts }, { newId }) => variableCostBody(present(variableCosts, newId)),
  },
  changeVariableCost: {
    command: ({ params, body, version }) => ({ type: 'ChangeVariableCost', id: params.id, version, ...body }),
    reply: ({ variableCosts }, { params }) => variableCostBody(present(variableCosts, params.id)),
  },
  removeVariableCost: {
    command: ({ params, version }) => ({ type: 'RemoveVariableCost', id: params.id, version }),
    reply: () => undefined,
  },
  recordMonthRevenue: {
    command: ({ body, version }) => ({
      type: 'RecordMonthRevenue',
      month: body.month,
      value: body.value,
      orders: body.orders_count,
      version,
    }),
    reply: ({ months }, { body: { month } }) =>
      monthRevenueBody(months.get(month) ?? { month, value: 0, orders: 0, version: 0 }),
  },
  stateAverageTicket: {
    command: ({ body }) => ({ type: 'StateAverageTicket', ticket: body.average_ticket }),
    reply: (business) => businessMetricsBody(businessFigures(business)),
  },
  addIngredient: {
    command: ({ body, newId }) => ({
      type: 'AddIngredient',
      id: newId,
      name: body.name,
      unit: body.unit,
      unitPrice: body.unit_price,
    }),
    reply: ({ ingredients }, { newId }) => ingredientBody(present(ingredients, newId)),
  },
  changeIngredient: {
    command: ({ params, body, version }) => ({
      type: 'ChangeIngredient',
      id: params.id,
      name: body.name,
      unit: body.unit,
      unitPrice: body.unit_price,
      version,
    }),
    reply: ({ ingredients }, { params }) => ingredientBody(present(ingredients, params.id)),
  },
  removeIngredient: {
    command: ({ params, version }) => ({ type: 'RemoveIngredient', id: params.id, version }),
    reply: () => undefined,
  },
  addDish: {
    command: ({ body, newId }) => ({ type: 'AddDish', id: newId, name: body.name, salePrice: body.sale_price }),
    reply: (business, { newId }) => dishReply(business, newId),
  },
  changeDish: {
    command: ({ params, body, version }) => ({
      type: 'ChangeDish',
      id: params.id,
      name: body.name,
      salePrice: body.sale_price,
      version,
    }),
    reply: (business, { params }) => dishReply(business, params.id),
  },
  removeDish: {
    command: ({ params, version }) => ({ type: 'RemoveDish', id: params.id, version }),
    reply: () => undefined,
  },
  addDishIngredient: {
    command: ({ body }) => ({
      type: 'AddDishIngredient',
      dishId: body.dish_id,
      ingredientId: body.ingredient_id,
      quantity: body.quantity,
    }),
    reply: (business, { body }) => lineReply(business, body.dish_id, body.ingredient_id),
  },
  changeDishIngredient: {
    command: ({ params, body, version }) => ({
      type: 'ChangeDishIngredient',
      ...params,
      quantity: body.quantity,
      version,
    }),
    reply: (business, { params }) => lineReply(business, params.dishId, params.ingredientId),
  },
  removeDishIngredient: {
    command: ({ params, version }) => ({ type: 'RemoveDishIngredient', ...params, version }),
    reply: () => undefined,
  },
};

/** What the command has just made or changed is there. */
function present<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`not in the state right after its command: ${String(id)}`);
  return row;
}

function figured(business: Business, dishId: string): { readonly dish: Dish; readonly figures: DishFigures } {
  const dish = present(business.dishes, dishId);
  return { dish, figures: dishFigures(dish, business.ingredients, costBase(business)).figures };
}

function dishReply(business: Business, dishId: string) {
  const { dish, figures } = figured(business, dishId);
  return dishBody(dish, figures);
}

function lineReply(business: Business, dishId: string, ingredientId: string) {
  const line = dishReply(business, dishId).ingredients.find((each) => each.ingredient_id === ingredientId);
  if (!line) throw new Error(`not in the state right after its command: ${ingredientId}`);
  return line;
}
