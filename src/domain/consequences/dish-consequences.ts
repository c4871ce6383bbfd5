import type { Business, Dish } from '../business/state.ts';
import { type BusinessFigures, sharedCostsOf } from '../figures/business-figures.ts';
import { type Costing, createCosting } from '../figures/costing.ts';
import { type DishFigures, isSameSharedCosts, marginRating } from '../figures/dish-result.ts';
import { dishFigures } from '../figures/dish-figures.ts';
import { isSamePrice } from '../business/ingredient/price.ts';
import type { Purchase } from '../business/purchase/fields.ts';
import { linesByIngredient } from '../business/purchase/prices.ts';
import { componentsBelow } from '../business/recipe/components.ts';
import type { TenThousandths } from '../decimal.ts';

/** The effect of a change of the business on one dish that is sold before and after it. */
export interface DishConsequence {
  /** The dish after the change. */
  readonly dish: Dish;
  readonly before: DishFigures;
  readonly after: DishFigures;
  /** A warning that did not apply before. */
  readonly warning: Warning | undefined;
}

/**
 * `sold_at_loss`: every sale costs money. `low_margin`: the contribution margin is under 30 %. A loss takes precedence.
 */
export type Warning = 'sold_at_loss' | 'low_margin';

export interface Comparison {
  readonly before: Business;
  readonly after: Business;
  /** Figures of all dishes, where they have been computed already. */
  readonly figuresBeforeAfter?: {
    readonly before?: BusinessFigures['dishes'];
    readonly after?: BusinessFigures['dishes'];
  };
}

/**
 * The dishes whose result changes, the largest difference per sale first. Figures are computed only for dishes whose
 * own row, ingredients or share of the costs differ: repricing flour computes the ten dishes with flour. Dishes without
 * a price have no result before and after, and are left out.
 */
export function dishConsequences({ before, after, figuresBeforeAfter = {} }: Comparison): readonly DishConsequence[] {
  const [sharedCostsBefore, sharedCostsAfter] = [sharedCostsOf(before), sharedCostsOf(after)];
  const [costingBefore, costingAfter] = costings(before, after);
  const hasSameSharedCosts = isSameSharedCosts(sharedCostsBefore, sharedCostsAfter);
  const all: DishConsequence[] = [];
  for (const dish of after.dishes.values()) {
    const former = before.dishes.get(dish.id);
    if (!former || (hasSameSharedCosts && former === dish && hasSameComponents(dish, costingBefore, costingAfter)))
      continue;
    const was =
      figuresBeforeAfter.before?.get(dish.id) ?? dishFigures(former, costingBefore, sharedCostsBefore).figures;
    const is = figuresBeforeAfter.after?.get(dish.id) ?? dishFigures(dish, costingAfter, sharedCostsAfter).figures;
    if (hasSameResult(was, is)) continue;
    all.push({ dish, before: was, after: is, warning: warningOf(former, was, dish, is) });
  }
  return all.toSorted(largestFirst);
}

/** Costings of both states. Components that both states share are costed once. */
function costings(before: Business, after: Business): readonly [Costing, Costing] {
  const was = createCosting(before);
  for (const id of before.preparations.keys()) was.preparation(id);
  return [was, createCosting(after, was.costed)];
}

const hasSameComponents = (dish: Dish, before: Costing, after: Costing): boolean =>
  dish.lines.every(({ ingredientId: id }) => before.component(id) === after.component(id));

const hasSameResult = (a: DishFigures, b: DishFigures): boolean =>
  a.contributionMargin === b.contributionMargin &&
  a.contributionMarginPercentage === b.contributionMarginPercentage &&
  a.netProfit === b.netProfit;

/** Sorts by net result, then by margin. */
const largestFirst = (a: DishConsequence, b: DishConsequence): number =>
  differenceIn(b, 'netProfit') - differenceIn(a, 'netProfit') ||
  differenceIn(b, 'contributionMargin') - differenceIn(a, 'contributionMargin');

const differenceIn = ({ before, after }: DishConsequence, figure: 'netProfit' | 'contributionMargin'): number =>
  Math.abs(after[figure] - before[figure]);

function warningOf(former: Dish, was: DishFigures, dish: Dish, is: DishFigures): Warning | undefined {
  if (dish.salePrice === 0) return undefined;
  const losesMoney = is.netProfit < 0;
  if (losesMoney && !(former.salePrice > 0 && was.netProfit < 0)) return 'sold_at_loss';
  const isLow = isLowMargin(is);
  return isLow && !(former.salePrice > 0 && isLowMargin(was)) ? 'low_margin' : undefined;
}

const isLowMargin = ({ contributionMarginPercentage }: DishFigures): boolean =>
  marginRating(contributionMarginPercentage) === 'low';

/** The effect of a purchase on the price of one ingredient, and on the dishes that are made with it. */
export interface PurchaseEffect {
  readonly ingredientId: string;
  /** The former price of one unit; null where the purchase created the ingredient. */
  readonly from: TenThousandths | null;
  readonly to: TenThousandths;
  /** The dishes whose result changes, the largest difference first. */
  readonly dishes: readonly DishConsequence[];
}

/** The prices that differ between two states, of the ingredients of a purchase in the order of its lines. */
export function purchaseEffects(before: Business, after: Business, purchase: Purchase): readonly PurchaseEffect[] {
  const made = new Set(purchase.newIngredients.map(({ id }) => id));
  const moved = [...linesByIngredient(after, purchase).keys()].flatMap((ingredientId) => {
    const [was, is] = [before.ingredients.get(ingredientId), after.ingredients.get(ingredientId)];
    const isNew = !was || (made.has(ingredientId) && !was.priceSource && is?.priceSource?.purchaseId === purchase.id);
    if (!is || (!isNew && isSamePrice(was, is))) return [];
    return [{ ingredientId, from: isNew ? null : was.unitPrice, to: is.unitPrice }];
  });
  if (moved.length === 0) return [];
  const consequences = dishConsequences({ before, after }).map((consequence) => ({
    consequence,
    components: componentsBelow(after.preparations, consequence.dish.lines),
  }));
  return moved.map((move) => ({
    ...move,
    dishes: consequences.flatMap(({ consequence, components }) =>
      components.has(move.ingredientId) ? [consequence] : [],
    ),
  }));
}
