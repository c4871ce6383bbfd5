import type { TenThousandths } from '../../decimal.ts';

/** The figures of a month. */
export type RevenueFigures = {
  readonly value: TenThousandths;
  /** An integer count, not a scaled amount. */
  readonly orders: number;
};

/** A month's figures change together. */
export type MonthRevenueFields = { readonly revenue: RevenueFigures };

export interface MonthRevenue extends RevenueFigures {
  /** The number of the month, 1–12. */
  readonly month: number;
  readonly version: number;
}

/** YYYY-MM of the first month of which sales, purchases and stock may be entered. */
export const FIRST_MONTH = '2000-01';
