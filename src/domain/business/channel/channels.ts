import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { EntityReference } from '../entity-fields.ts';
import type { RecipeLine } from '../recipe/line.ts';
import { type Channel, type ChannelPrices, isInScope, type Scope } from './fields.ts';
import type { TenThousandths } from '../../decimal.ts';
import type { Business, Dish } from '../state.ts';

/** The main channel; undefined while a business has no channels. */
export function mainChannelOf({ channels }: Pick<Business, 'channels'>): Channel | undefined {
  for (const channel of channels.values()) if (channel.isMain) return channel;
  return undefined;
}

/** Channels with the main one first, the others in the order in which they were added. */
export const sortMainFirst = ({ channels }: Pick<Business, 'channels'>): readonly Channel[] =>
  [...channels.values()].toSorted((a, b) => Number(b.isMain) - Number(a.isMain));

/** The lines of a recipe that count in a channel. */
export const linesIn = (lines: readonly RecipeLine[], channelId: string | undefined): readonly RecipeLine[] =>
  lines.every(({ channels }) => channels === null)
    ? lines
    : lines.filter(({ channels }) => isInScope(channels, channelId));

/** The price of a dish in a channel; 0 where it is not sold. */
export const priceIn = (
  { salePrice, prices }: Pick<Dish, 'salePrice' | 'prices'>,
  { id, isMain }: Pick<Channel, 'id' | 'isMain'>,
): TenThousandths => (isMain ? salePrice : (prices?.[id] ?? salePrice));

/** The prices with one price set, or removed by null. */
export function withPrice(prices: ChannelPrices, channelId: string, price: TenThousandths | null): ChannelPrices {
  const { [channelId]: _, ...others } = prices ?? {};
  const now = price === null ? others : { ...others, [channelId]: price };
  return Object.keys(now).length === 0 ? null : now;
}

/**
 * A dish after another channel becomes the main one: its price in every channel stays. The price in the new main
 * channel becomes the sale price, and prices that would follow the sale price are recorded explicitly.
 */
export function withMainChannel<Row extends Dish>(dish: Row, channels: readonly Channel[], mainId: string): Row {
  const priceOf = new Map(channels.map((channel) => [channel.id, priceIn(dish, channel)]));
  const salePrice = priceOf.get(mainId) ?? dish.salePrice;
  let prices: ChannelPrices = null;
  for (const [id, price] of priceOf) if (id !== mainId && price !== salePrice) prices = withPrice(prices, id, price);
  return { ...dish, salePrice, prices };
}

/** A business restricted to its main channel, which the specified figures are about. */
export function restrictToMainChannel(business: Business): Business {
  if (business.channels.size === 0) return business;
  const main = mainChannelOf(business)?.id;
  const variableCosts = [...business.variableCosts.values()].filter(({ channels }) => isInScope(channels, main));
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

type Channels = Pick<Business, 'channels'>;

/** The names of the channels in a scope; empty when the scope is all channels. */
export const namesIn = ({ channels }: Channels, scope: Scope): readonly string[] =>
  (scope ?? []).flatMap((id) => channels.get(id)?.name ?? []);

const hasAllChannels = ({ channels }: Channels, scope: Scope): boolean =>
  scope === null || scope.every((id) => channels.has(id));

/** The refusal when a scope names a channel that does not exist. */
export const scopeRefusal = (state: Channels, scope: Scope | undefined): SingleRefusal | undefined =>
  scope === undefined || hasAllChannels(state, scope) ? undefined : { refusal: 'channel_not_there', field: 'channels' };

/** The refusal when an entity cannot be restored because its scope names a deleted channel. */
export const removedChannelRefusal = (
  state: Channels,
  entity: EntityReference,
  scope: Scope,
): UndoRefusal | undefined => (hasAllChannels(state, scope) ? undefined : { refusal: 'channel_gone', entity });

/**
 * Delivery apps and ways to sell whose costs are rarely paid at the counter, recognised by the names of their costs.
 */
const APP_NAMES = [
  [/\bi\s*-?food\b/i, 'iFood'],
  [/\brappi\b/i, 'Rappi'],
  [/\b99\s*-?food\b/i, '99Food'],
  [/\baiq\s*-?fome\b/i, 'aiqfome'],
  [/\bdelivery\b/i, 'Delivery'],
  [/\bentregas?\b/i, 'Entrega'],
] as const;

/**
 * The channel that a cost of this name belongs to: 'Comissão do iFood' is paid on iFood. Undefined where the name
 * contains no channel. No channel name here contains a space.
 */
export const findAppName = (name: string): string | undefined => APP_NAMES.find(([pattern]) => pattern.test(name))?.[1];
