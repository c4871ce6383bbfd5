import type { Units } from '../../decimal.ts';

/** Everything that is said of a month. */
export type RevenueFigures = {
  readonly value: Units;
  /** Whole orders. */
  readonly orders: number;
};

/** A month's figures change together. */
export type MonthRevenueFields = { readonly revenue: RevenueFigures };

export interface MonthRevenue extends RevenueFigures {
  /** 1–12. */
  readonly month: number;
  readonly version: number;
}

/** YYYY-MM of the first month of which sales, purchases and stock may be entered. */
export const FIRST_MONTH = '2000-01';
