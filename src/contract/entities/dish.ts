import type { Business, Dish } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import type { ChannelFigures, DishFigures } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineBody, lineRow } from './recipe-line.ts';
import { channelPrices, pricesBody, pricesFrom } from './channel-prices.ts';
import { duplicated } from './duplicate.ts';
import type { DishBody } from './dish.schema.ts';
import type { CommandCalls } from './command-call.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { fieldsOfTable, fromRead, fromWire, toWire } from './field.ts';
import { type FieldsOf, listed } from './listed.ts';

const fields = {
  ...fieldsOfTable(dishFields),
  prices: channelPrices,
} as const satisfies FieldsOf<'Dish'>;

/** `figures` are those of this very dish: its lines stand in the same order. */
export const dishBody = (dish: Dish, figures: DishFigures): DishBody => ({
  id: dish.id,
  ...toWire(fields, dish),
  prices: pricesBody(dish.prices),
  ...resultBody(figures),
  ingredients: figures.lines.map((line, i) => lineBody(line, dish.lines[i])),
  channels: figures.channels.map((channel) => ({
    channel_id: channel.channelId,
    price: numberFromUnits(channel.price),
    ...resultBody(channel),
  })),
  version: dish.version,
});

/** What one sale leaves. */
const resultBody = (figures: Omit<ChannelFigures, 'channelId' | 'price'>) => ({
  cmv: numberFromUnits(figures.cmv),
  cmv_percentage: numberFromUnits(figures.cmvPercentage),
  contribution_margin: numberFromUnits(figures.contributionMargin),
  contribution_margin_percentage: numberFromUnits(figures.contributionMarginPercentage),
  net_profit: numberFromUnits(figures.netProfit),
  variable_cost_value: numberFromUnits(figures.variableCostValue),
  variable_cost_percentage: numberFromUnits(figures.variableCostPercentage),
  fixed_cost_value: numberFromUnits(figures.fixedCostValue),
  fixed_cost_percentage: numberFromUnits(figures.fixedCostPercentage),
});

export const dishRow = (body: DishBody, sequence: number): Dish => ({
  id: body.id,
  ...fromWire(fields, body),
  prices: pricesFrom(body.prices),
  lines: body.ingredients.map(lineRow),
  version: body.version,
  sequence,
});

const answer = (dish: Dish, business: Business): DishBody =>
  dishBody(dish, dishFigures(dish, createCosting(business), costBase(business)).figures);

const { added, changed, removed } = listed({
  table: 'dishes',
  fields,
  body: answer,
  removalReads: ({ lines }) => lines.map((line) => line.ingredientId),
});

export const dishCommands: CommandCalls<'AddDish' | 'ChangeDish' | 'DuplicateDish' | 'RemoveDish'> = {
  AddDish: {
    call: 'addDish',
    command: ({ newId, body }) => ({ type: 'AddDish', id: body.id ?? newId, ...fromRead(fields, body) }),
    ...added,
  },
  ChangeDish: {
    call: 'changeDish',
    command: ({ params, body, version }) => ({
      type: 'ChangeDish',
      id: params.id,
      ...fromRead(fields, body),
      version,
    }),
    ...changed,
  },
  RemoveDish: {
    call: 'removeDish',
    command: ({ params, version }) => ({ type: 'RemoveDish', id: params.id, version }),
    ...removed,
  },
  DuplicateDish: {
    call: 'duplicateDish',
    command: ({ params, body: { id: copyId, ...body }, newId }) => ({
      type: 'DuplicateDish',
      id: params.id,
      copyId: copyId ?? newId,
      ...body,
    }),
    ...duplicated({ table: 'dishes', body: answer }),
  },
};
