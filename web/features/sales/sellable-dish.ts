import { saleRevenue, type Sale } from '#domain/business/sales/fields.ts';
import { priceIn } from '#domain/business/channel/channels.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { SavedSales } from './sales-form.ts';

/** A dish that is on the menu or has sales. */
export interface SellableDish {
  readonly id: string;
  readonly name: string;
  /** The price in the channel; 0: not sold there. Null for a removed dish, whose sales can still be corrected. */
  readonly price: TenThousandths | null;
}

interface SalesContext {
  readonly dishes: ReadonlyMap<string, Dish>;
  readonly channel: Channel | undefined;
  readonly saved: SavedSales;
  /** The names of removed dishes, by id. */
  readonly removedDishNames: ReadonlyMap<string, string>;
}

/** The dishes of the menu, and below them removed dishes with sales. */
export function sellableDishesIn({ dishes, channel, saved, removedDishNames }: SalesContext): readonly SellableDish[] {
  const onMenu = [...dishes.values()].map((dish) => ({
    id: dish.id,
    name: dish.name,
    price: channel ? priceIn(dish, channel) : dish.salePrice,
  }));
  const removedIds = [...saved.keys()].filter((id) => !dishes.has(id));
  return [
    ...onMenu,
    ...removedIds.map((id) => ({ id, name: removedDishNames.get(id) ?? 'Prato removido', price: null })),
  ];
}

/** The revenue of a sale that counts: 0 for a removed dish. */
export const countedRevenue = (sold: Sale, { price }: Pick<SellableDish, 'price'>): bigint =>
  price === null ? 0n : saleRevenue(sold, price);
