import { broughtBy, type Sale } from '#domain/business/sales/fields.ts';
import { priceIn } from '#domain/business/channel/channels.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import type { KnownSales } from './sales-form.ts';

/** A dish that can be, or was, sold. */
export interface Sellable {
  readonly id: string;
  readonly name: string;
  /** In the channel; 0: not sold there. Null of one that is no more: what was said of it can be corrected. */
  readonly price: Units | null;
}

interface SoldIn {
  readonly dishes: ReadonlyMap<string, Dish>;
  readonly channel: Channel | undefined;
  readonly known: KnownSales;
  /** Of dishes that are gone, by their ids. */
  readonly goneNames: ReadonlyMap<string, string>;
}

/** What is on the menu, and below it what was sold of dishes that are gone. */
export function sellableIn({ dishes, channel, known, goneNames }: SoldIn): readonly Sellable[] {
  const onMenu = [...dishes.values()].map((dish) => ({
    id: dish.id,
    name: dish.name,
    price: channel ? priceIn(dish, channel) : dish.salePrice,
  }));
  const gone = [...known.keys()].filter((id) => !dishes.has(id));
  return [...onMenu, ...gone.map((id) => ({ id, name: goneNames.get(id) ?? 'Prato removido', price: null }))];
}

/** What a sale brought that counts: 0 of a dish that is gone. */
export const countedOf = (sold: Sale, { price }: Pick<Sellable, 'price'>): bigint =>
  price === null ? 0n : broughtBy(sold, price);
