import type { Units } from '../../decimal.ts';
import type { Channel } from './channel.ts';
import type { RecipeLine } from '../recipe/recipe.ts';
import { countsIn } from './scope.ts';
import type { Business, Dish } from '../state.ts';

/** What a dish costs in channels other than the main one, by their ids; null where all are its sale price. */
export type ChannelPrices = Readonly<Record<string, Units>> | null;

/** Undefined while a business has no channels. */
export function mainChannelOf({ channels }: Pick<Business, 'channels'>): Channel | undefined {
  for (const channel of channels.values()) if (channel.isMain) return channel;
  return undefined;
}

/** The main one first, the others in the order in which they came. */
export const mainFirst = ({ channels }: Pick<Business, 'channels'>): readonly Channel[] =>
  [...channels.values()].toSorted((a, b) => Number(b.isMain) - Number(a.isMain));

/** The lines of a recipe that count in a channel. */
export const linesIn = (lines: readonly RecipeLine[], channelId: string | undefined): readonly RecipeLine[] =>
  lines.every(({ channels }) => channels === null)
    ? lines
    : lines.filter(({ channels }) => countsIn(channels, channelId));

/** The price of a dish in a channel; 0: not sold there. */
export const priceIn = (
  { salePrice, prices }: Pick<Dish, 'salePrice' | 'prices'>,
  { id, isMain }: Pick<Channel, 'id' | 'isMain'>,
): Units => (isMain ? salePrice : (prices?.[id] ?? salePrice));

/** The same with one price put in, or taken away by null. */
export function withPrice(prices: ChannelPrices, channelId: string, price: Units | null): ChannelPrices {
  const { [channelId]: _, ...others } = prices ?? {};
  const now = price === null ? others : { ...others, [channelId]: price };
  return Object.keys(now).length === 0 ? null : now;
}

/**
 * A dish once another channel is the main one: what it costs anywhere stays. The price of the new main one becomes the sale
 * price, and whatever would move with that is written down.
 */
export function pricedAround<Row extends Dish>(dish: Row, channels: readonly Channel[], mainId: string): Row {
  const priceOf = new Map(channels.map((channel) => [channel.id, priceIn(dish, channel)]));
  const salePrice = priceOf.get(mainId) ?? dish.salePrice;
  let prices: ChannelPrices = null;
  for (const [id, price] of priceOf) if (id !== mainId && price !== salePrice) prices = withPrice(prices, id, price);
  return { ...dish, salePrice, prices };
}

/** A business as its main channel alone sees it: what the specified figures are of. */
export function inMainChannel(business: Business): Business {
  if (business.channels.size === 0) return business;
  const main = mainChannelOf(business)?.id;
  const variableCosts = [...business.variableCosts.values()].filter(({ channels }) => countsIn(channels, main));
  return {
    ...business,
    channels: new Map(),
    sales: new Map(),
    variableCosts: new Map(variableCosts.map((cost) => [cost.id, { ...cost, channels: null }])),
    dishes: new Map(
      Array.from(business.dishes, ([id, dish]) => [
        id,
        { ...dish, prices: null, lines: linesIn(dish.lines, main).map((line) => ({ ...line, channels: null })) },
      ]),
    ),
  };
}
