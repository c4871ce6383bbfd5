import type { ChannelPrices } from '#domain/business/channel/fields.ts';
import type { PriceChanges } from '#domain/business/recipe/dish.ts';
import { numberFromUnits, unitsFromWire } from '#domain/decimal.ts';
import type { Field } from './field.ts';

type SentPrices = Record<string, number | null> | null;

/** What a dish costs in channels where it is not the sale price, by their ids; null takes one away. */
export const channelPrices: Field<PriceChanges | null, 'prices', SentPrices> = {
  wire: 'prices',
  toWire: (prices) =>
    prices &&
    Object.fromEntries(
      Object.entries(prices).map(([id, price]) => [id, price === null ? null : numberFromUnits(price)]),
    ),
  fromWire: (sent) =>
    sent &&
    Object.fromEntries(Object.entries(sent).map(([id, price]) => [id, price === null ? null : unitsFromWire(price)])),
};

type PricesBody = Record<string, number>;

/** Prices as answers have them. */
export const pricesBody = (prices: ChannelPrices): PricesBody =>
  Object.fromEntries(Object.entries(prices ?? {}).map(([id, price]) => [id, numberFromUnits(price)]));

export function pricesFrom(body: PricesBody): ChannelPrices {
  const prices = Object.entries(body).map(([id, price]) => [id, unitsFromWire(price)] as const);
  return prices.length === 0 ? null : Object.fromEntries(prices);
}
