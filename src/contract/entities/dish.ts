import type { Business, Dish } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import type { ChannelFigures, DishFigures } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineBody, lineRow } from './recipe-line.ts';
import { duplicated } from './duplicate.ts';
import type { DishBody } from './dish.schema.ts';
import type { CommandCalls } from './command-call.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { fieldsOfTable, fromRead, fromWire, toWire, type WireField } from './field.ts';
import { type FieldsOf, listed } from './listed.ts';
import type { ChannelPrices } from '#domain/business/channel/fields.ts';
import type { PriceChanges } from '#domain/business/recipe/dish.ts';

type SentPrices = Record<string, number | null> | null;

/** Prices in channels that differ from the sale price, by channel id; null removes one. */
const channelPrices: WireField<PriceChanges | null, 'prices', SentPrices> = {
  wire: 'prices',
  toWire: (prices) =>
    prices &&
    Object.fromEntries(
      Object.entries(prices).map(([id, price]) => [id, price === null ? null : fromTenThousandths(price)]),
    ),
  fromWire: (sent) =>
    sent &&
    Object.fromEntries(
      Object.entries(sent).map(([id, price]) => [id, price === null ? null : requireTenThousandths(price)]),
    ),
};

type PricesBody = Record<string, number>;

/** The form of prices in replies. */
const pricesBody = (prices: ChannelPrices): PricesBody =>
  Object.fromEntries(Object.entries(prices ?? {}).map(([id, price]) => [id, fromTenThousandths(price)]));

function pricesFrom(body: PricesBody): ChannelPrices {
  const prices = Object.entries(body).map(([id, price]) => [id, requireTenThousandths(price)] as const);
  return prices.length === 0 ? null : Object.fromEntries(prices);
}

const fields = {
  ...fieldsOfTable(dishFields),
  prices: channelPrices,
} as const satisfies FieldsOf<'Dish'>;

/** @param figures the figures of this very dish: its lines have the same order */
export const dishBody = (dish: Dish, figures: DishFigures): DishBody => ({
  id: dish.id,
  ...toWire(fields, dish),
  prices: pricesBody(dish.prices),
  ...resultBody(figures),
  ingredients: figures.lines.map((line, i) => lineBody(line, dish.lines[i])),
  channels: figures.channels.map((channel) => ({
    channel_id: channel.channelId,
    price: fromTenThousandths(channel.price),
    ...resultBody(channel),
  })),
  version: dish.version,
});

/** The result of one sale. */
const resultBody = (figures: Omit<ChannelFigures, 'channelId' | 'price'>) => ({
  cmv: fromTenThousandths(figures.cmv),
  cmv_percentage: fromTenThousandths(figures.cmvPercentage),
  contribution_margin: fromTenThousandths(figures.contributionMargin),
  contribution_margin_percentage: fromTenThousandths(figures.contributionMarginPercentage),
  net_profit: fromTenThousandths(figures.netProfit),
  variable_cost_value: fromTenThousandths(figures.variableCostValue),
  variable_cost_percentage: fromTenThousandths(figures.variableCostPercentage),
  fixed_cost_value: fromTenThousandths(figures.fixedCostValue),
  fixed_cost_percentage: fromTenThousandths(figures.fixedCostPercentage),
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
