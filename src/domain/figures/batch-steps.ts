import type { RecipeLine } from '../business/recipe/line.ts';
import type { Dish, Settings } from '../business/state.ts';
import { bounded, divideRounded, type Units } from '../decimal.ts';
import { countsIn } from '../business/channel/scope.ts';
import { DEFAULT_LOSS, type LineFigures, portionShare } from './dish-result.ts';
import { inCents, shownLoss } from './shown-dish.ts';

/**
 * The steps from the sum of the ingredients to the cost of the whole batch, in displayed values that add up: of one
 * portion the batch is the CMV, of several the CMV is a part of it.
 */
export function batchSteps(
  dish: Pick<Dish, 'loss' | 'portions'>,
  { ingredients, cmv, settings }: { readonly ingredients: Units; readonly cmv: Units; readonly settings: Settings },
): { readonly loss: Units; readonly batch: Units } {
  const base = { loss: BigInt(settings.productionLoss ?? DEFAULT_LOSS) };
  const { n, d } = portionShare({ ...dish, portions: null }, base);
  const whole = dish.portions === null ? cmv : bounded(divideRounded(BigInt(ingredients) * n, d));
  return { loss: shownLoss(ingredients, whole), batch: inCents(whole) };
}

/**
 * The sum of the lines of a whole batch that count in a channel, from which its CMV follows. Figures and recipe of the
 * dish must have the same order.
 */
export const ingredientsIn = (
  channelId: string | undefined,
  figures: readonly Pick<LineFigures, 'cost'>[],
  recipe: readonly Pick<RecipeLine, 'channels'>[],
): Units =>
  figures.reduce((sum, { cost }, i) => (countsIn(recipe[i]?.channels ?? null, channelId) ? sum + cost : sum), 0);
