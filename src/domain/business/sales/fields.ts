import type { TenThousandths } from '../../decimal.ts';

/** Sales of one dish in one channel in one month. */
export type Sale = {
  /** A whole number above 0. */
  readonly quantity: number;
  /** Revenue; null means quantity times the current price in the channel. */
  readonly revenue: TenThousandths | null;
};

export interface SoldDish extends Sale {
  /** The id of the dish, which may have been deleted since. */
  readonly dishId: string;
}

/** Sales of one channel in one month; absent when nothing was sold. */
export interface ChannelSales {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly channelId: string;
  /** One row per dish, in the order of recording. */
  readonly rows: readonly SoldDish[];
}

export type SalesFields = { readonly rows: readonly SoldDish[] };

/** Stands for the main channel, whichever it is. */
export const MAIN = 'main';
/** Default name of the main channel. */
export const DEFAULT_CHANNEL_NAME = 'Balcão';

export const salesKey = ({ month, channelId }: Pick<ChannelSales, 'month' | 'channelId'>): string =>
  `${month} ${channelId}`;

/**
 * Revenue in ten-thousandths: the stated revenue, else quantity times price. 120 pizzas at R$ 52,90 bring R$ 6.348,00.
 */
export const saleRevenue = ({ quantity, revenue }: Sale, price: TenThousandths): bigint =>
  revenue === null ? BigInt(quantity) * BigInt(price) : BigInt(revenue);
