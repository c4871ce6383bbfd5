import type { Dish } from '#domain/business/state.ts';
import { type TenThousandths, HUNDRED_PERCENT } from '#domain/decimal.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { shareOf } from '../entry/share.ts';

/** One step from the price down to the result. */
export interface WaterfallStep {
  readonly key: 'price' | 'cmv' | 'variable' | 'margin' | 'fixed' | 'result';
  readonly name: string;
  readonly kind: 'start' | 'minus' | 'equals';
  readonly amount: TenThousandths;
  /** Its share of the price. */
  readonly percentage: TenThousandths;
  /** The left end and the length of its bar, in percent of the chart's width. */
  readonly from: number;
  readonly length: number;
}

const NAMES: Readonly<Record<WaterfallStep['key'], string>> = {
  price: 'Preço de venda',
  cmv: 'CMV',
  variable: 'Custos variáveis',
  margin: 'Margem de contribuição',
  fixed: 'Custos fixos',
  result: 'Resultado final',
};

/**
 * Price − CMV − variable costs = margin; margin − fixed costs = result. Each bar begins where the previous one ended;
 * with a loss the chart extends below zero.
 */
export function waterfallOf(
  { salePrice }: Dish,
  figures: DishFigures,
): { steps: readonly WaterfallStep[]; zero: number } {
  const { cmv, variableCostValue, fixedCostValue, contributionMargin: margin, netProfit } = figures;
  const afterCmv = salePrice - cmv;
  const points = [0, salePrice, afterCmv, margin, netProfit];
  const lowest = Math.min(...points);
  const span = Math.max(...points) - lowest || 1;
  const position = (amount: TenThousandths): number => ((amount - lowest) / span) * 100;
  // Each step with its amount, its share of the price, and the two ends of its bar.
  const steps = [
    ['price', 'start', salePrice, HUNDRED_PERCENT, 0, salePrice],
    ['cmv', 'minus', cmv, figures.cmvPercentage, salePrice, afterCmv],
    ['variable', 'minus', variableCostValue, figures.variableCostPercentage, afterCmv, margin],
    ['margin', 'equals', margin, figures.contributionMarginPercentage, 0, margin],
    ['fixed', 'minus', fixedCostValue, figures.fixedCostPercentage, margin, netProfit],
    ['result', 'equals', netProfit, shareOf(netProfit, salePrice), 0, netProfit],
  ] as const;
  return {
    zero: position(0),
    steps: steps.map(([key, kind, amount, percentage, start, end]) => ({
      key,
      name: NAMES[key],
      kind,
      amount,
      percentage,
      from: position(Math.min(start, end)),
      length: (Math.abs(start - end) / span) * 100,
    })),
  };
}
