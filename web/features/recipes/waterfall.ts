import type { Dish } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { WHOLE } from '#domain/figures/business-figures.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { shareOf } from '../entry/share.ts';

/** One step from the price down to what is left. */
export interface Step {
  readonly key: 'price' | 'cmv' | 'variable' | 'margin' | 'fixed' | 'result';
  readonly name: string;
  readonly kind: 'start' | 'minus' | 'equals';
  readonly amount: Units;
  /** Of the price. */
  readonly percentage: Units;
  /** Where its bar begins and how long it is, in percent of the drawing's width. */
  readonly from: number;
  readonly length: number;
}

/**
 * Price − CMV − variable costs = margin; margin − fixed costs = result. Bars hang where the former ended; with a loss
 * the drawing reaches below zero.
 */
export function waterfallOf({ salePrice }: Dish, figures: DishFigures): { steps: readonly Step[]; zero: number } {
  const { cmv, variableCostValue, fixedCostValue, contributionMargin: margin, netProfit } = figures;
  const afterCmv = salePrice - cmv;
  const points = [0, salePrice, afterCmv, margin, netProfit];
  const lowest = Math.min(...points);
  const span = Math.max(...points) - lowest || 1;
  const at = (amount: Units): number => ((amount - lowest) / span) * 100;
  const bar = (a: Units, b: Units) => ({ from: at(Math.min(a, b)), length: (Math.abs(a - b) / span) * 100 });
  return {
    zero: at(0),
    steps: [
      {
        key: 'price',
        name: 'Preço de venda',
        kind: 'start',
        amount: salePrice,
        percentage: WHOLE,
        ...bar(0, salePrice),
      },
      {
        key: 'cmv',
        name: 'CMV',
        kind: 'minus',
        amount: cmv,
        percentage: figures.cmvPercentage,
        ...bar(salePrice, afterCmv),
      },
      {
        key: 'variable',
        name: 'Custos variáveis',
        kind: 'minus',
        amount: variableCostValue,
        percentage: figures.variableCostPercentage,
        ...bar(afterCmv, margin),
      },
      {
        key: 'margin',
        name: 'Margem de contribuição',
        kind: 'equals',
        amount: margin,
        percentage: figures.contributionMarginPercentage,
        ...bar(0, margin),
      },
      {
        key: 'fixed',
        name: 'Custos fixos',
        kind: 'minus',
        amount: fixedCostValue,
        percentage: figures.fixedCostPercentage,
        ...bar(margin, netProfit),
      },
      {
        key: 'result',
        name: 'Resultado final',
        kind: 'equals',
        amount: netProfit,
        percentage: shareOf(netProfit, salePrice),
        ...bar(0, netProfit),
      },
    ],
  };
}
