import { type ChannelSales, salesKey, type SoldDish } from '../business/sales/fields.ts';
import { sortMainFirst, priceIn } from '../business/channel/channels.ts';
import type { Business } from '../business/state.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '../decimal.ts';
import { salesOfMix } from '../figures/mix.ts';

/**
 * A hypothetical mix: other monthly quantities of a dish in a channel, in each month that counts, in place of the
 * recorded sales. Recorded sales are facts, so they cannot become a command; the figures are those of a business
 * with these sales.
 */

/** Sales of one dish in one channel in the months that count. */
interface RecordedSales {
  readonly quantity: number;
  /** Revenue of the rows that state it, and their quantity. */
  readonly stated: { readonly revenue: TenThousandths; readonly quantity: number };
}

/** A monthly quantity of a dish in a channel, which `id` names. */
interface SimulatedSale {
  readonly id: string;
  readonly to: TenThousandths;
}

interface Mix {
  /** The months that count, `YYYY-MM`. */
  readonly months: ReadonlySet<string>;
  /** The recorded sales, by `dishChannelId`. */
  readonly sold: ReadonlyMap<string, RecordedSales>;
}

const NONE: RecordedSales = { quantity: 0, stated: { revenue: 0, quantity: 0 } };
const known = new WeakMap<Business, Mix>();

/** Computes the mix once for each business, because a screen calls this for every row. */
function mixIn(business: Business): Mix {
  const held = known.get(business);
  if (held) return held;
  const { sets, months } = salesOfMix(business);
  const sold = new Map<string, RecordedSales>();
  for (const { month, channelId, rows } of sets)
    for (const { dishId, quantity, revenue } of months.has(month) ? rows : []) {
      const id = dishChannelId(dishId, channelId);
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

/**
 * The quantity in a mean month, rounded to whole pieces, in ten-thousandths like all simulated amounts; undefined where
 * nothing can be sold.
 */
export function monthlySales(business: Business, id: string): TenThousandths | undefined {
  const { dishId, channelId } = placeOf(id);
  const { months, sold } = mixIn(business);
  if (months.size === 0 || !business.dishes.has(dishId) || !business.channels.has(channelId)) return undefined;
  const { quantity } = sold.get(id) ?? NONE;
  return toSafeNumber(divideRounded(BigInt(quantity), BigInt(months.size))) * SCALE;
}

/** Each dish in each channel in which it has a price, or was sold, the highest quantity first. */
export function sellableDishes(business: Business): readonly { readonly dishId: string; readonly channelId: string }[] {
  const { months, sold } = mixIn(business);
  if (months.size === 0) return [];
  const quantityOf = (id: string): number => sold.get(id)?.quantity ?? 0;
  return [...business.dishes.values()]
    .flatMap((dish) =>
      sortMainFirst(business).map((channel) => ({
        dishId: dish.id,
        channelId: channel.id,
        price: priceIn(dish, channel),
      })),
    )
    .filter(({ dishId, channelId, price }) => price > 0 || quantityOf(dishChannelId(dishId, channelId)) > 0)
    .toSorted(
      (a, b) => quantityOf(dishChannelId(b.dishId, b.channelId)) - quantityOf(dishChannelId(a.dishId, a.channelId)),
    );
}

/**
 * The business with other sales. Where revenue was stated, each further piece brings the mean of the stated ones;
 * otherwise the price of the channel.
 * @param before determines the months that count, because simulated prices do not change them
 */
export function withSales(after: Business, before: Business, simulatedSales: readonly SimulatedSale[]): Business {
  if (simulatedSales.length === 0) return after;
  const { months, sold } = mixIn(before);
  const sales = new Map(after.sales);
  for (const { id, to } of simulatedSales) {
    const { dishId, channelId } = placeOf(id);
    if (monthlySales(before, id) === undefined) continue;
    const { stated } = sold.get(id) ?? NONE;
    const quantity = Math.round(to / SCALE); // A value stored in a browser may be anything.
    const revenue =
      stated.quantity === 0
        ? null
        : toSafeNumber(divideRounded(BigInt(stated.revenue) * BigInt(quantity), BigInt(stated.quantity)));
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

/** The id of a dish in a channel, for its price and its sales there. */
export const dishChannelId = (dishId: string, channelId: string): string => `${dishId} ${channelId}`;

/** Parses the result of `dishChannelId`. */
export function placeOf(id: string): { readonly dishId: string; readonly channelId: string } {
  const [dishId = '', channelId = ''] = id.split(' ');
  return { dishId, channelId };
}
