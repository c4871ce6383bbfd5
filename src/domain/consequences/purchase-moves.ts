import { exactUnitPrice } from '../business/ingredient/price.ts';
import type { Purchase } from '../business/purchase/fields.ts';
import { linesByIngredient } from '../business/purchase/prices.ts';
import { componentsBelow } from '../business/recipe/components.ts';
import type { Business, Ingredient } from '../business/state.ts';
import type { Units } from '../decimal.ts';
import { type DishConsequence, dishConsequences } from './dish-consequences.ts';

/** What a purchase did to the price of one ingredient, and to the dishes that are made of it. */
export interface PurchaseMove {
  readonly ingredientId: string;
  /** The price of one unit; null: there was no such ingredient. */
  readonly from: Units | null;
  readonly to: Units;
  /** The dishes that earn another amount, the largest difference first. */
  readonly dishes: readonly DishConsequence[];
}

/** The prices that differ between two states, of the ingredients of a purchase in the order of its lines. */
export function purchaseMoves(before: Business, after: Business, purchase: Purchase): readonly PurchaseMove[] {
  const made = new Set(purchase.made.map(({ id }) => id));
  const moved = [...linesByIngredient(after, purchase).keys()].flatMap((ingredientId) => {
    const [was, is] = [before.ingredients.get(ingredientId), after.ingredients.get(ingredientId)];
    const isNew = !was || (made.has(ingredientId) && !was.source && is?.source?.purchaseId === purchase.id);
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

function isSamePrice(a: Ingredient, b: Ingredient): boolean {
  const [was, is] = [exactUnitPrice(a), exactUnitPrice(b)];
  return a.unit === b.unit && was.n * is.d === is.n * was.d;
}
