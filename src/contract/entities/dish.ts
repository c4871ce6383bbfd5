import type { Business, Dish } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import type { ChannelFigures, DishFigures } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineBody, lineRow } from './recipe-line.ts';
import { duplicateMapping } from './duplicate.ts';
import type { DishBody } from './dish.schema.ts';
import type { CommandMappings } from './command-mapping.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { fieldsOfTable, toDomainNames, fromWire, toWire, type WireField } from './field.ts';
import { type FieldsOf, listMappings } from './list-mappings.ts';
import type { ChannelPrices } from '#domain/business/channel/fields.ts';
import type { PriceChanges } from '#domain/business/recipe/dish.ts';

type PricesInput = Record<string, number | null> | null;

/** Prices in channels that differ from the sale price, by channel id; null removes one. */
const channelPrices: WireField<PriceChanges | null, 'prices', PricesInput> = {
  apiName: 'prices',
  toWire: (prices) =>
    prices &&
    Object.fromEntries(
      Object.entries(prices).map(([id, price]) => [id, price === null ? null : fromTenThousandths(price)]),
    ),
  fromWire: (wireValue) =>
    wireValue &&
    Object.fromEntries(
      Object.entries(wireValue).map(([id, price]) => [id, price === null ? null : requireTenThousandths(price)]),
    ),
};

type PricesBody = Record<string, number>;

/** The form of prices in replies. */
const pricesBody = (prices: ChannelPrices): PricesBody =>
  Object.fromEntries(Object.entries(prices ?? {}).map(([id, price]) => [id, fromTenThousandths(price)]));

function toPrices(body: PricesBody): ChannelPrices {
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
  prices: toPrices(body.prices),
  lines: body.ingredients.map(lineRow),
  version: body.version,
  sequence,
});

const replyBody = (dish: Dish, business: Business): DishBody =>
  dishBody(dish, dishFigures(dish, createCosting(business), sharedCostsOf(business)).figures);

const { add, change, remove } = listMappings({
  list: 'dishes',
  fields,
  body: replyBody,
  removalReads: ({ lines }) => lines.map((line) => line.ingredientId),
});

export const dishCommands: CommandMappings<'AddDish' | 'ChangeDish' | 'DuplicateDish' | 'RemoveDish'> = {
  AddDish: {
    endpoint: 'addDish',
    command: ({ newId, body }) => ({ type: 'AddDish', id: body.id ?? newId, ...toDomainNames(fields, body) }),
    ...add,
  },
  ChangeDish: {
    endpoint: 'changeDish',
    command: ({ params, body, version }) => ({
      type: 'ChangeDish',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
    }),
    ...change,
  },
  RemoveDish: {
    endpoint: 'removeDish',
    command: ({ params, version }) => ({ type: 'RemoveDish', id: params.id, version }),
    ...remove,
  },
  DuplicateDish: {
    endpoint: 'duplicateDish',
    command: ({ params, body: { id: copyId, ...body }, newId }) => ({
      type: 'DuplicateDish',
      id: params.id,
      copyId: copyId ?? newId,
      ...body,
    }),
    ...duplicateMapping({ table: 'dishes', body: replyBody }),
  },
};
