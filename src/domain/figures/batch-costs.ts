import type { RecipeLine } from '../business/recipe/line.ts';
import type { Dish, Settings } from '../business/state.ts';
import { toSafeNumber, divideRounded, type TenThousandths } from '../decimal.ts';
import { isInScope } from '../business/channel/fields.ts';
import { DEFAULT_LOSS, type LineFigures, portionShare, roundToCents, displayedLoss } from './dish-result.ts';

/**
 * The steps from the sum of the ingredients to the cost of the whole batch, in displayed values that add up: of one
 * portion the batch is the CMV, of several the CMV is a part of it.
 */
export function batchCosts(
  dish: Pick<Dish, 'loss' | 'portions'>,
  {
    ingredients,
    cmv,
    settings,
  }: { readonly ingredients: TenThousandths; readonly cmv: TenThousandths; readonly settings: Settings },
): { readonly loss: TenThousandths; readonly batch: TenThousandths } {
  const sharedCosts = { productionLoss: BigInt(settings.productionLoss ?? DEFAULT_LOSS) };
  const { n, d } = portionShare({ ...dish, portions: null }, sharedCosts);
  const whole = dish.portions === null ? cmv : toSafeNumber(divideRounded(BigInt(ingredients) * n, d));
  return { loss: displayedLoss(ingredients, whole), batch: roundToCents(whole) };
}

/**
 * The sum of the lines of a whole batch that count in a channel, from which its CMV follows. Figures and recipe of the
 * dish must have the same order.
 */
export const ingredientsCostIn = (
  channelId: string | undefined,
  figures: readonly Pick<LineFigures, 'cost'>[],
  recipe: readonly Pick<RecipeLine, 'channels'>[],
): TenThousandths =>
  figures.reduce((sum, { cost }, i) => (isInScope(recipe[i]?.channels ?? null, channelId) ? sum + cost : sum), 0);
