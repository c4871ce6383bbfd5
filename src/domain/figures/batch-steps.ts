import type { RecipeLine } from '../business/recipe/line.ts';
import type { Dish, Settings } from '../business/state.ts';
import { bounded, divideRounded, type Units } from '../decimal.ts';
import { countsIn } from '../business/channel/scope.ts';
import { DEFAULT_LOSS, type LineFigures, portionShare } from './dish-result.ts';
import { inCents, shownLoss } from './shown-dish.ts';

/**
 * From the sum of the ingredients of a whole batch to what the batch costs, so that what is shown adds up: of one portion
 * the batch is the CMV, of several the CMV is a part of it.
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
 * The sum of the lines of a whole batch that go into a channel: what its CMV is made of. Of figures and recipe of one dish,
 * in the same order.
 */
export const ingredientsIn = (
  channelId: string | undefined,
  figures: readonly Pick<LineFigures, 'cost'>[],
  recipe: readonly Pick<RecipeLine, 'channels'>[],
): Units =>
  figures.reduce((sum, { cost }, i) => (countsIn(recipe[i]?.channels ?? null, channelId) ? sum + cost : sum), 0);
