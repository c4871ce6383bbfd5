import type { BusinessEvent } from './events.ts';

/** Something in a business that changes: what an event is about, with its name at the time. */
export type Thing =
  | { readonly kind: NamedKind; readonly id: string; readonly name: string }
  | {
      readonly kind: 'dish_ingredient';
      readonly dishId: string;
      readonly dishName: string;
      readonly ingredientId: string;
      readonly ingredientName: string;
    }
  /** 1–12. */
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'average_ticket' };

export type NamedKind = 'fixed_cost' | 'variable_cost' | 'ingredient' | 'dish';

/** Undefined for what concerns the business as a whole. */
export function thingOf(event: BusinessEvent): Thing | undefined {
  switch (event.type) {
    case 'BusinessOpened':
    case 'BusinessOwnerChanged':
    case 'BusinessErased':
      return undefined;
    case 'FixedCostAdded':
    case 'FixedCostAmountChanged':
    case 'FixedCostRemoved':
    case 'FixedCostRestored':
      return named('fixed_cost', event.data);
    case 'FixedCostRenamed':
      return renamed('fixed_cost', event.data);
    case 'VariableCostAdded':
    case 'VariableCostRateChanged':
    case 'VariableCostRemoved':
    case 'VariableCostRestored':
      return named('variable_cost', event.data);
    case 'VariableCostRenamed':
      return renamed('variable_cost', event.data);
    case 'IngredientAdded':
    case 'IngredientUnitChanged':
    case 'IngredientRepriced':
    case 'IngredientRemoved':
    case 'IngredientRestored':
      return named('ingredient', event.data);
    case 'IngredientRenamed':
      return renamed('ingredient', event.data);
    case 'DishAdded':
    case 'DishPriced':
    case 'DishRemoved':
    case 'DishRestored':
      return named('dish', event.data);
    case 'DishRenamed':
      return renamed('dish', event.data);
    case 'DishIngredientAdded':
    case 'DishIngredientQuantityChanged':
    case 'DishIngredientRemoved':
    case 'DishIngredientRestored': {
      const { dishId, dishName, ingredientId, ingredientName } = event.data;
      return { kind: 'dish_ingredient', dishId, dishName, ingredientId, ingredientName };
    }
    case 'MonthRevenueRecorded':
    case 'MonthRevenueCleared':
      return { kind: 'month', month: event.data.month };
    case 'AverageTicketStated':
    case 'AverageTicketWithdrawn':
      return { kind: 'average_ticket' };
    default:
      return event satisfies never;
  }
}

const named = (kind: NamedKind, { id, name }: { readonly id: string; readonly name: string }): Thing => ({
  kind,
  id,
  name,
});

const renamed = (kind: NamedKind, { id, to }: { readonly id: string; readonly to: string }): Thing => ({
  kind,
  id,
  name: to,
});
