import type { Dish, Settings } from '../business/state.ts';
import { bounded, divideRounded, type Units } from '../decimal.ts';
import { DEFAULT_LOSS, portionShare } from './dish-result.ts';
import { inCents } from './shown-dish.ts';

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
  return { loss: inCents(whole) - inCents(ingredients), batch: inCents(whole) };
}
