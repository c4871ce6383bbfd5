import type { Business, Dish, RecipeLine } from '#domain/business/state.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import type { DishFigures, LineFigures } from '#domain/figures/dish-result.ts';
import { batchCost, costedComponent } from './costs.ts';
import {
  boundedNumber,
  ceiling,
  inUnits,
  isAbove,
  minus,
  over,
  type Ratio,
  ratio,
  reduced,
  rounded,
  sum,
  times,
  zero,
} from './ratio.ts';

/**
 * The figures calculated a second time from the formulas of the specification, without shared code or optimizations.
 */

const amount = (units: number): Ratio => ratio(units, 10_000);
const hundred = ratio(100);
const isNone = (a: Ratio): boolean => a.top === 0n;
const share = (part: Ratio, whole: Ratio): Ratio => (isNone(whole) ? zero : times(over(part, whole), hundred));

export function referenceFigures(business: Business): Omit<BusinessFigures, 'dishes'> & {
  readonly dishes: readonly (readonly [string, DishFigures])[];
} {
  const { F, variable, average: exactAverage } = basesOf(business);
  const months = [...business.months.values()];
  const withRevenue = months.filter((month) => month.value > 0);
  const withBoth = withRevenue.filter((month) => month.orders > 0);
  const revenue = sum(withRevenue.map((month) => amount(month.value)));
  const n = ratio(withRevenue.length);
  const average = rounded(exactAverage);
  const annual = isNone(n) ? zero : rounded(over(times(ratio(12), revenue), n));

  const sold = sum(withBoth.map((month) => amount(month.value)));
  const orders = sum(withBoth.map((month) => ratio(month.orders)));
  const stated = amount(business.statedTicket ?? 0);
  const ticket = isNone(orders) ? stated : rounded(over(sold, orders));

  const all = [...business.dishes.values()].map((dish) => referenceDish(dish, { business, F, variable, average }));
  const mean = (part: (dish: (typeof all)[number]) => Ratio): Ratio =>
    all.length === 0 ? zero : over(sum(all.map((dish) => share(part(dish), dish.salePrice))), ratio(all.length));
  const cmvMedio = rounded(mean((dish) => dish.cmv));
  const meanMargin = mean((dish) => dish.margin);
  const fixedShare = rounded(share(F, average));
  const lucroMedio = minus(minus(minus(hundred, fixedShare), variable), cmvMedio);

  const breakEven = isAbove(meanMargin, zero) ? rounded(over(times(F, hundred), meanMargin)) : zero;
  const hasBreakEven = !isNone(breakEven);
  const sales = !isNone(orders)
    ? over(times(breakEven, orders), sold)
    : isNone(stated)
      ? zero
      : over(breakEven, stated);
  const reached = hasBreakEven ? rounded(share(average, breakEven)) : zero;
  const performance = hasBreakEven ? rounded(times(minus(over(average, breakEven), ratio(1)), hundred)) : zero;
  const slices = [
    { key: 'fixed', percentage: inUnits(fixedShare) },
    { key: 'variable', percentage: inUnits(variable) },
    { key: 'cmv', percentage: inUnits(cmvMedio) },
    { key: 'profit', percentage: inUnits(lucroMedio) },
  ] as const;
  return {
    dashboard: {
      faturamentoMedio: inUnits(average),
      custosFixos: inUnits(F),
      custosVariaveisPercentual: inUnits(variable),
      custosVariaveisValor: inUnits(rounded(over(times(average, variable), hundred))),
      cmvMedio: inUnits(cmvMedio),
      lucroMedio: inUnits(lucroMedio),
      pontoEquilibrio: inUnits(breakEven),
      margemContribuicao: inUnits(rounded(meanMargin)),
      ticketMedio: inUnits(ticket),
    },
    revenue: { annual: inUnits(annual), monthsFilled: withRevenue.length },
    breakEven: {
      revenue: inUnits(breakEven),
      sales: boundedNumber(ceiling(sales)),
      progress: inUnits(isAbove(reached, hundred) ? hundred : reached),
      performance: inUnits(performance),
      surplus: inUnits(hasBreakEven ? minus(average, breakEven) : zero),
    },
    dishes: all.map(({ id, figures }) => [id, figures]),
    mix: null,
    slices: isNone(average) ? [] : slices.filter((slice) => slice.percentage > 0),
  };
}

function referenceDish(
  dish: Dish,
  of: { readonly business: Business; readonly F: Ratio; readonly variable: Ratio; readonly average: Ratio },
) {
  const { business, F, variable, average } = of;
  const salePrice = amount(dish.salePrice);
  const isPriced = dish.salePrice > 0;
  const cmv = rounded(dishCost(business, dish));
  const variableValue = rounded(over(times(salePrice, variable), hundred));
  const margin = isPriced ? minus(minus(salePrice, cmv), variableValue) : zero;
  const fixedValue = isNone(average) ? zero : rounded(over(times(salePrice, F), average));
  const figures: DishFigures = {
    lines: referenceLines(business, dish.lines),
    cmv: inUnits(cmv),
    cmvPercentage: inUnits(rounded(share(cmv, salePrice))),
    variableCostPercentage: inUnits(variable),
    variableCostValue: inUnits(variableValue),
    contributionMargin: inUnits(margin),
    contributionMarginPercentage: inUnits(rounded(share(margin, salePrice))),
    fixedCostPercentage: inUnits(rounded(share(F, average))),
    fixedCostValue: inUnits(fixedValue),
    channels: [],
    netProfit: inUnits(isPriced ? minus(margin, fixedValue) : zero),
  };
  return { id: dish.id, salePrice, cmv, margin, figures };
}

/** The unrounded cost of a portion with its loss. */
export function dishCost(business: Business, dish: Dish): Ratio {
  const loss = amount(dish.loss ?? business.settings.productionLoss ?? 100_000);
  const withLoss = times(batchCost(business, dish.lines), over(sum([hundred, loss]), hundred));
  return reduced(over(withLoss, ratio(dish.portions ?? 1)));
}

/**
 * The three unrounded amounts from which the figures of a business are calculated; without revenue the average is 0.
 */
function basesOf({ fixedCosts, variableCosts, months }: Business) {
  const revenues = [...months.values()].filter(({ value }) => value > 0).map(({ value }) => amount(value));
  return {
    F: sum(Array.from(fixedCosts.values(), ({ value }) => amount(value))),
    variable: sum(Array.from(variableCosts.values(), ({ percentage }) => amount(percentage))),
    average: revenues.length === 0 ? zero : over(sum(revenues), ratio(revenues.length)),
  };
}

/** The profit in percent without any rounding: 100 − fixed share − variable costs − mean of cost ÷ price. */
export function exactProfit(business: Business): Ratio {
  const { F, variable, average } = basesOf(business);
  const shares = Array.from(business.dishes.values(), (dish) =>
    share(dishCost(business, dish), amount(dish.salePrice)),
  );
  const mean = shares.length === 0 ? zero : over(sum(shares), ratio(shares.length));
  return minus(minus(minus(hundred, share(F, average)), variable), mean);
}

/** The unrounded result of a priced dish: price − cost − its variable costs − its share of the fixed costs. */
export function exactDishResult(business: Business, dish: Dish): Ratio {
  const { F, variable, average } = basesOf(business);
  const price = amount(dish.salePrice);
  const fixed = times(price, over(share(F, average), hundred));
  return minus(minus(minus(price, dishCost(business, dish)), over(times(price, variable), hundred)), fixed);
}

/** The component and the cost of each line of a recipe. */
export const referenceLines = (business: Business, lines: readonly RecipeLine[]): readonly LineFigures[] =>
  lines.map((line) => {
    const { name, unit, price, costOf } = costedComponent(business, line.ingredientId);
    return {
      ingredientId: line.ingredientId,
      ingredientName: name,
      unit: line.ownUnit ?? unit,
      componentUnit: unit,
      unitPrice: inUnits(rounded(price)),
      quantity: line.quantity,
      cost: inUnits(rounded(costOf(line))),
    };
  });
