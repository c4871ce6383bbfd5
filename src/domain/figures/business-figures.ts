import { mainChannelOf, sortMainFirst } from '../business/channel/channels.ts';
import { isInScope } from '../business/channel/fields.ts';
import type { Business, MonthRevenue } from '../business/state.ts';
import { toSafeNumber, divideRounded, HUNDRED_PERCENT_N, type TenThousandths } from '../decimal.ts';
import { type Costing, createCosting } from './costing.ts';
import {
  type SharedCosts,
  DEFAULT_LOSS,
  type DishFigures,
  type UnboundedDishFigures,
  fixedCostPercentage,
} from './dish-result.ts';
import { dishFigures } from './dish-figures.ts';
import { type Fraction, rounded, sumOf } from '../fraction.ts';
import { type MixFigures, mixOf } from './mix.ts';

/** Every figure of a business, in ten-thousandths except months and sales, which are whole numbers. */
export interface BusinessFigures {
  readonly dashboard: DashboardFigures;
  readonly revenue: RevenueFigures;
  readonly breakEven: BreakEvenFigures;
  /** The figures of the dishes, by id, in the order of the menu. */
  readonly dishes: ReadonlyMap<string, DishFigures>;
  /** Shares of revenue for the distribution chart: only positive ones, none without revenue. */
  readonly slices: readonly Slice[];
  /** Figures weighted by sales; null without sales. */
  readonly mix: MixFigures | null;
}

/** The nine figures of the dashboard, under the names they have on the wire. */
export interface DashboardFigures {
  /** Average monthly revenue, over months with revenue. */
  readonly faturamentoMedio: TenThousandths;
  /** The sum of the fixed costs per month. */
  readonly custosFixos: TenThousandths;
  /** The sum of the variable costs, percent of revenue. */
  readonly custosVariaveisPercentual: TenThousandths;
  readonly custosVariaveisValor: TenThousandths;
  /** Mean over all dishes of CMV ÷ price; a dish without price counts 0. Unweighted. */
  readonly cmvMedio: TenThousandths;
  /** Estimated profit, percent of revenue: 100 − fixed − variable − CMV. */
  readonly lucroMedio: TenThousandths;
  /** Revenue at which the result is zero; 0 when the margin covers nothing. */
  readonly pontoEquilibrio: TenThousandths;
  /** Mean contribution margin over all dishes, percent. Unweighted. */
  readonly margemContribuicao: TenThousandths;
  readonly ticketMedio: TenThousandths;
}

export interface RevenueFigures {
  readonly annual: TenThousandths;
  readonly monthsFilled: number;
}

export interface BreakEvenFigures {
  readonly revenue: TenThousandths;
  /** The number of sales, rounded up. */
  readonly sales: number;
  /** Percent of the way to break-even, at most 100. */
  readonly progress: TenThousandths;
  /** Percent above (positive) or below (negative) break-even. */
  readonly performance: TenThousandths;
  /** Average revenue minus break-even. */
  readonly surplus: TenThousandths;
}

export interface Slice {
  readonly key: 'fixed' | 'variable' | 'cmv' | 'profit';
  readonly percentage: TenThousandths;
}

interface FiguresOptions {
  /** A `dishFigures` that may cache its results. */
  readonly figuresOf?: typeof dishFigures;
  readonly costing?: Costing;
}

/**
 * All figures of a business, computed from its state alone. Averages and break-even are rounded before other figures
 * use them.
 */
export function businessFigures(
  business: Business,
  { figuresOf = dishFigures, costing = createCosting(business) }: FiguresOptions = {},
): BusinessFigures {
  const months = [...business.months.values()];
  const sharedCosts = sharedCostsOf(business);
  const { fixedCosts, variablePercentage, averageRevenue } = sharedCosts;
  const dishes = new Map<string, DishFigures>();
  const unbounded: UnboundedDishFigures[] = [];
  for (const dish of business.dishes.values()) {
    const computed = figuresOf(dish, costing, sharedCosts);
    dishes.set(dish.id, computed.figures);
    unbounded.push(computed.unbounded);
  }
  const meanCmv = meanShare(unbounded, (dish) => dish.cmv);
  const meanMargin = meanShare(unbounded, (dish) => dish.contributionMargin);
  const fixedShare = fixedCostPercentage(sharedCosts);
  const cmvMedio = rounded({ n: meanCmv.n * HUNDRED_PERCENT_N, d: meanCmv.d });
  const profit = HUNDRED_PERCENT_N - fixedShare - variablePercentage - cmvMedio;
  // Break-even: R$ 14.310,35 of fixed costs ÷ a mean margin of 25,0005 % → R$ 57.240,1923. The mean is not rounded
  // before.
  const breakEven = meanMargin.n > 0n ? rounded({ n: fixedCosts * meanMargin.d, d: meanMargin.n }) : 0n;
  return {
    dashboard: {
      faturamentoMedio: toSafeNumber(averageRevenue),
      custosFixos: toSafeNumber(fixedCosts),
      custosVariaveisPercentual: toSafeNumber(variablePercentage),
      custosVariaveisValor: toSafeNumber(divideRounded(averageRevenue * variablePercentage, HUNDRED_PERCENT_N)),
      cmvMedio: toSafeNumber(cmvMedio),
      lucroMedio: toSafeNumber(profit),
      pontoEquilibrio: toSafeNumber(breakEven),
      margemContribuicao: toSafeNumber(rounded({ n: meanMargin.n * HUNDRED_PERCENT_N, d: meanMargin.d })),
      ticketMedio: toSafeNumber(averageTicket(months, business.statedTicket)),
    },
    revenue: revenueFigures(months),
    breakEven: {
      revenue: toSafeNumber(breakEven),
      sales: toSafeNumber(salesAt(breakEven, months, business.statedTicket)),
      ...breakEvenDistance(breakEven, averageRevenue),
    },
    dishes,
    mix: mixOf(business, dishes, sharedCosts),
    slices: averageRevenue === 0n ? [] : slices({ fixedShare, variablePercentage, cmvMedio, profit }),
  };
}

/** The values of the business that every dish's figures depend on. */
export function sharedCostsOf(business: Business): SharedCosts {
  return {
    fixedCosts: total(business.fixedCosts.values(), (cost) => cost.value),
    variablePercentage: variablePercentageIn(business, mainChannelOf(business)?.id),
    channels: sortMainFirst(business).map(({ id, isMain }) => ({
      id,
      isMain,
      variablePercentage: variablePercentageIn(business, id),
    })),
    averageRevenue: meanRevenue([...business.months.values()]),
    productionLoss: BigInt(business.settings.productionLoss ?? DEFAULT_LOSS),
  };
}

/** The variable costs that are paid in a channel; without channels all of them. */
const variablePercentageIn = ({ variableCosts }: Business, channelId: string | undefined): bigint =>
  total(variableCosts.values(), ({ channels, percentage }) => (isInScope(channels, channelId) ? percentage : 0));

function total<Row>(rows: Iterable<Row>, amountOf: (row: Row) => number): bigint {
  let sum = 0n;
  for (const row of rows) sum += BigInt(amountOf(row));
  return sum;
}

const monthsWithRevenue = (months: readonly MonthRevenue[]) => months.filter((month) => month.value > 0);

/** Months with both revenue and orders, which tell the revenue of one sale. */
const monthsWithOrders = (months: readonly MonthRevenue[]) =>
  months.filter((month) => month.value > 0 && month.orders > 0);

function meanRevenue(months: readonly MonthRevenue[]): bigint {
  const filled = monthsWithRevenue(months);
  if (filled.length === 0) return 0n;
  return divideRounded(
    total(filled, (month) => month.value),
    BigInt(filled.length),
  );
}

/** Projects a year's revenue from the months that have any: 12 × their sum ÷ their number, rounded once. */
function revenueFigures(months: readonly MonthRevenue[]): RevenueFigures {
  const filled = monthsWithRevenue(months);
  const sum = total(filled, (month) => month.value);
  const annual = filled.length === 0 ? 0n : divideRounded(12n * sum, BigInt(filled.length));
  return { annual: toSafeNumber(annual), monthsFilled: filled.length };
}

/** The stated ticket is used while no month has both revenue and orders. */
const averageTicket = (months: readonly MonthRevenue[], statedTicket: TenThousandths | null): bigint =>
  derivedTicket(months) ?? BigInt(statedTicket ?? 0);

/** R$ 79.350,50 in 1 267 orders → R$ 62,6287; undefined while no month has both. */
export function derivedTicket(months: readonly MonthRevenue[]): bigint | undefined {
  const counted = monthsWithOrders(months);
  if (counted.length === 0) return undefined;
  return divideRounded(
    total(counted, (month) => month.value),
    total(counted, (month) => month.orders),
  );
}

/** Sales needed for `breakEven`, rounded up, through the exact ticket and not its rounding. */
function salesAt(breakEven: bigint, months: readonly MonthRevenue[], statedTicket: TenThousandths | null): bigint {
  const counted = monthsWithOrders(months);
  if (counted.length > 0)
    return divideUp(
      breakEven * total(counted, (month) => month.orders),
      total(counted, (month) => month.value),
    );
  return statedTicket === null || statedTicket === 0 ? 0n : divideUp(breakEven, BigInt(statedTicket));
}

const divideUp = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;

/** The exact mean over all dishes of amount ÷ sale price, as a plain ratio. */
function meanShare(
  dishes: readonly UnboundedDishFigures[],
  amountOf: (dish: UnboundedDishFigures) => bigint,
): Fraction {
  const priced = dishes.filter((dish) => dish.salePrice > 0n);
  const sum = sumOf(priced.map((dish) => ({ n: amountOf(dish), d: dish.salePrice })));
  return { n: sum.n, d: sum.d * BigInt(Math.max(dishes.length, 1)) };
}

function breakEvenDistance(
  breakEven: bigint,
  revenue: bigint,
): Pick<BreakEvenFigures, 'progress' | 'performance' | 'surplus'> {
  if (breakEven === 0n) return { progress: 0, performance: 0, surplus: 0 };
  const reached = divideRounded(revenue * HUNDRED_PERCENT_N, breakEven);
  return {
    progress: toSafeNumber(reached < HUNDRED_PERCENT_N ? reached : HUNDRED_PERCENT_N),
    performance: toSafeNumber(divideRounded((revenue - breakEven) * HUNDRED_PERCENT_N, breakEven)),
    surplus: toSafeNumber(revenue - breakEven),
  };
}

function slices(shares: {
  readonly fixedShare: bigint;
  readonly variablePercentage: bigint;
  readonly cmvMedio: bigint;
  readonly profit: bigint;
}): readonly Slice[] {
  const all: readonly Slice[] = [
    { key: 'fixed', percentage: toSafeNumber(shares.fixedShare) },
    { key: 'variable', percentage: toSafeNumber(shares.variablePercentage) },
    { key: 'cmv', percentage: toSafeNumber(shares.cmvMedio) },
    { key: 'profit', percentage: toSafeNumber(shares.profit) },
  ];
  return all.filter((slice) => slice.percentage > 0);
}
