import type { Dish, Settings } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { typedNumeral } from '#domain/numerals.ts';

/** The loss that a dish is calculated with: '10%'. */
export const lossTextOf = ({ loss }: Pick<Dish, 'loss'>, { productionLoss }: Settings): string =>
  lossText(loss ?? productionLoss ?? DEFAULT_LOSS);

/** As it was typed: '2,5%'. */
export const lossText = (loss: Units): string => `${typedNumeral(loss)}%`;
