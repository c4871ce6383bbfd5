import { type ChannelSales, salesKey, type SoldDish } from '../business/sales/fields.ts';
import { mainFirst, priceIn } from '../business/channel/channels.ts';
import type { Business } from '../business/state.ts';
import { bounded, divideRounded, SCALE, type Units } from '../decimal.ts';
import { salesOfMix } from '../figures/mix.ts';

/**
 * Another mix, tried: so many of a dish in a channel in each month that counts, in place of what was sold there. What was
 * sold is a fact, so such a move is never made; the figures over what is sold are those of a business that had sold so.
 */

/** What the months that count have sold of one dish in one channel. */
interface SoldThere {
  readonly quantity: number;
  /** What those rows brought that say so, and their quantity. */
  readonly stated: { readonly revenue: Units; readonly quantity: number };
}

/** So many of a dish in a channel, which `id` names. */
interface SoldMove {
  readonly id: string;
  readonly to: Units;
}

interface Mix {
  /** Those that count, `YYYY-MM`. */
  readonly months: ReadonlySet<string>;
  /** Keyed by `channelPlaceId`. */
  readonly sold: ReadonlyMap<string, SoldThere>;
}

const NONE: SoldThere = { quantity: 0, stated: { revenue: 0, quantity: 0 } };
const known = new WeakMap<Business, Mix>();

/** A screen asks it of every row about the same business. */
function mixIn(business: Business): Mix {
  const held = known.get(business);
  if (held) return held;
  const { sets, months } = salesOfMix(business);
  const sold = new Map<string, SoldThere>();
  for (const { month, channelId, rows } of sets)
    for (const { dishId, quantity, revenue } of months.has(month) ? rows : []) {
      const id = channelPlaceId(dishId, channelId);
      const { quantity: before, stated } = sold.get(id) ?? NONE;
      sold.set(id, {
        quantity: before + quantity,
        stated: revenue === null ? stated : { revenue: stated.revenue + revenue, quantity: stated.quantity + quantity },
      });
    }
  const mix = { months, sold };
  known.set(business, mix);
  return mix;
}

/** In a mean month, rounded to whole ones; as units, as all amounts of moves are. Undefined where nothing can be sold. */
export function soldAMonth(business: Business, id: string): Units | undefined {
  const { dishId, channelId } = placeOf(id);
  const { months, sold } = mixIn(business);
  if (months.size === 0 || !business.dishes.has(dishId) || !business.channels.has(channelId)) return undefined;
  const { quantity } = sold.get(id) ?? NONE;
  return bounded(divideRounded(BigInt(quantity), BigInt(months.size))) * SCALE;
}

/** Each dish in each channel in which it has a price, or was sold: what sells most first. */
export function sellable(business: Business): readonly { readonly dishId: string; readonly channelId: string }[] {
  const { months, sold } = mixIn(business);
  if (months.size === 0) return [];
  const quantityOf = (id: string): number => sold.get(id)?.quantity ?? 0;
  return [...business.dishes.values()]
    .flatMap((dish) =>
      mainFirst(business).map((channel) => ({ dishId: dish.id, channelId: channel.id, price: priceIn(dish, channel) })),
    )
    .filter(({ dishId, channelId, price }) => price > 0 || quantityOf(channelPlaceId(dishId, channelId)) > 0)
    .toSorted(
      (a, b) => quantityOf(channelPlaceId(b.dishId, b.channelId)) - quantityOf(channelPlaceId(a.dishId, a.channelId)),
    );
}

/**
 * The business as it would be had it sold so. Where it was said what a dish brought, each further one brings as much as
 * those did; else it brings the price of the channel.
 * @param before in which the months that count are looked up: what is tried with prices does not move them
 */
export function withSold(after: Business, before: Business, moves: readonly SoldMove[]): Business {
  if (moves.length === 0) return after;
  const { months, sold } = mixIn(before);
  const sales = new Map(after.sales);
  for (const { id, to } of moves) {
    const { dishId, channelId } = placeOf(id);
    if (soldAMonth(before, id) === undefined) continue;
    const { stated } = sold.get(id) ?? NONE;
    const quantity = Math.round(to / SCALE); // what a browser has kept may be anything
    const revenue =
      stated.quantity === 0
        ? null
        : bounded(divideRounded(BigInt(stated.revenue) * BigInt(quantity), BigInt(stated.quantity)));
    for (const month of months) {
      const set = sales.get(salesKey({ month, channelId })) ?? { month, channelId, rows: [] };
      sales.set(salesKey(set), withRow(set, { dishId, quantity, revenue }));
    }
  }
  return { ...after, sales };
}

function withRow(set: ChannelSales, row: SoldDish): ChannelSales {
  const others = set.rows.filter(({ dishId }) => dishId !== row.dishId);
  return { ...set, rows: row.quantity === 0 ? others : [...others, row] };
}

/** A dish in a channel as one id: of its price there, and of what is sold of it there. */
export const channelPlaceId = (dishId: string, channelId: string): string => `${dishId} ${channelId}`;

/** The way back. */
export function placeOf(id: string): { readonly dishId: string; readonly channelId: string } {
  const [dishId = '', channelId = ''] = id.split(' ');
  return { dishId, channelId };
}
