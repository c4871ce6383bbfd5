import { isSamePrice } from '../business/ingredient/price.ts';
import type { Purchase } from '../business/purchase/fields.ts';
import { linesByIngredient } from '../business/purchase/prices.ts';
import { componentsBelow } from '../business/recipe/components.ts';
import type { Business } from '../business/state.ts';
import type { TenThousandths } from '../decimal.ts';
import { type DishConsequence, dishConsequences } from './dish-consequences.ts';

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
