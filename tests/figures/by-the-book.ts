import type { Business, Dish, RecipeLine } from '#domain/business/state.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import type { DishFigures, LineFigures } from '#domain/figures/dish-result.ts';
import { batchByTheBook, componentByTheBook } from './costs-by-the-book.ts';
import {
  boundedNumber,
  ceiling,
  inUnits,
  isAbove,
  minus,
  over,
  type Ratio,
  ratio,
  rounded,
  sum,
  times,
  zero,
} from './ratio.ts';

/** The figures once more, formula by formula as the specification writes them, with nothing shared and nothing fast. */

const amount = (units: number): Ratio => ratio(units, 10_000);
const hundred = ratio(100);
const isNone = (a: Ratio): boolean => a.top === 0n;
const share = (part: Ratio, whole: Ratio): Ratio => (isNone(whole) ? zero : times(over(part, whole), hundred));

export function figuresByTheBook(business: Business): Omit<BusinessFigures, 'dishes'> & {
  readonly dishes: readonly (readonly [string, DishFigures])[];
} {
  const F = sum([...business.fixedCosts.values()].map((cost) => amount(cost.value)));
  const variable = sum([...business.variableCosts.values()].map((cost) => amount(cost.percentage)));
  const months = [...business.months.values()];
  const withRevenue = months.filter((month) => month.value > 0);
  const withBoth = withRevenue.filter((month) => month.orders > 0);
  const revenue = sum(withRevenue.map((month) => amount(month.value)));
  const n = ratio(withRevenue.length);
  const average = isNone(n) ? zero : rounded(over(revenue, n));
  const annual = isNone(n) ? zero : rounded(over(times(ratio(12), revenue), n));

  const sold = sum(withBoth.map((month) => amount(month.value)));
  const orders = sum(withBoth.map((month) => ratio(month.orders)));
  const stated = amount(business.statedTicket ?? 0);
  const ticket = isNone(orders) ? stated : rounded(over(sold, orders));

  const all = [...business.dishes.values()].map((dish) => dishByTheBook(dish, { business, F, variable, average }));
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

function dishByTheBook(
  dish: Dish,
  of: { readonly business: Business; readonly F: Ratio; readonly variable: Ratio; readonly average: Ratio },
) {
  const { business, F, variable, average } = of;
  const whole = batchByTheBook(business, dish.lines);
  const salePrice = amount(dish.salePrice);
  const isPriced = dish.salePrice > 0;
  const loss = amount(dish.loss ?? business.settings.productionLoss ?? 100_000);
  const withLoss = times(whole, over(sum([hundred, loss]), hundred));
  const cmv = rounded(over(withLoss, ratio(dish.portions ?? 1)));
  const variableValue = rounded(over(times(salePrice, variable), hundred));
  const margin = isPriced ? minus(minus(salePrice, cmv), variableValue) : zero;
  const fixedValue = isNone(average) ? zero : rounded(over(times(salePrice, F), average));
  const figures: DishFigures = {
    lines: linesByTheBook(business, dish.lines),
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

/** What each line of a recipe is of, and costs. */
export const linesByTheBook = (business: Business, lines: readonly RecipeLine[]): readonly LineFigures[] =>
  lines.map((line) => {
    const { name, unit, price, costOf } = componentByTheBook(business, line.ingredientId);
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
