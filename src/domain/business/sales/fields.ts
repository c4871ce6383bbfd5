import type { Units } from '../../decimal.ts';

/** What was sold of one dish, in one channel, in one month. */
export type Sold = {
  /** Whole, above 0. */
  readonly quantity: number;
  /** What it brought; null: the quantity at the price that the channel has today. */
  readonly revenue: Units | null;
};

export interface SoldDish extends Sold {
  /** Also of a dish that is gone since. */
  readonly dishId: string;
}

/** What was sold in one channel in one month. There is none where nothing was. */
export interface ChannelSales {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly channelId: string;
  /** Each dish once, in the order in which they came. */
  readonly rows: readonly SoldDish[];
}

export type SalesFields = { readonly rows: readonly SoldDish[] };

/** Stands for the main channel, whichever that is. */
export const MAIN = 'main';
/** What the main channel is called where nobody has named one. */
export const COUNTER = 'Balcão';

export const salesKey = ({ month, channelId }: Pick<ChannelSales, 'month' | 'channelId'>): string =>
  `${month} ${channelId}`;

/** What a sale brought, in units: what was said, else the quantity at this price. 120 pizzas at R$ 52,90: R$ 6.348,00. */
export const broughtBy = ({ quantity, revenue }: Sold, price: Units): bigint =>
  revenue === null ? BigInt(quantity) * BigInt(price) : BigInt(revenue);
