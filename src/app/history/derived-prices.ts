import { isAbout } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { StateBuilder } from '#domain/business/evolve.ts';
import { isSamePrice } from '#domain/business/ingredient/price.ts';
import { currentIngredientId } from '#domain/business/purchase/prices.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';

/** An ingredient whose derived price was computed again by an event about something else. */
export interface DerivedPriceChange {
  readonly id: string;
  readonly before: Ingredient | undefined;
  readonly after: Ingredient | undefined;
}

/** The ingredients whose price may follow from an event: of a purchase, a merge, or another rule for all prices. */
function ingredientsPricedBy(event: BusinessEvent, business: Business): Iterable<string> {
  if (isAbout(event, 'purchase')) {
    const ids = event.data.lines.flatMap(({ ingredientId }) => ingredientId ?? []);
    return new Set(ids.map((id) => currentIngredientId(business, id)));
  }
  if (event.type === 'IngredientReplaced') return [event.data.id, event.data.byId];
  return event.type === 'PriceRuleChanged' ? business.purchasesByIngredient.keys() : [];
}

/** Adds an event to the state. @returns the ingredients that a price was derived for, whether or not it differs */
export function addWithDerivedPrices(
  { add, business }: StateBuilder,
  event: BusinessEvent,
): readonly DerivedPriceChange[] {
  const previous = Array.from(
    ingredientsPricedBy(event, business),
    (id) => [id, business.ingredients.get(id)] as const,
  );
  add(event);
  return previous.flatMap(([id, before]) => {
    const after = business.ingredients.get(id);
    return before === after ? [] : [{ id, before, after }];
  });
}

/** Tells whether the exact price differs, by however little. */
export const isPriceChanged = ({ before, after }: DerivedPriceChange): boolean =>
  !before || !after || !isSamePrice(before, after);
