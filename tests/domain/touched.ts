import type { BusinessEvent } from '#domain/business/events.ts';
import type { Business } from '#domain/business/state.ts';

/** What one event is about: where to look in the business, what must be there before it and what after. */
interface Touched {
  readonly look: (business: Business) => unknown;
  readonly before: unknown;
  readonly after: unknown;
}

const nothing = undefined;

const withoutPlace = (row: { readonly sequence: number } | undefined): unknown => {
  if (!row) return nothing;
  const { sequence: _, ...rest } = row;
  return rest;
};

const lineOf = (business: Business, { dishId, ingredientId }: { dishId: string; ingredientId: string }) =>
  business.dishes.get(dishId)?.lines.find((line) => line.ingredientId === ingredientId);

const namesOf = (business: Business, { dishId, ingredientId }: { dishId: string; ingredientId: string }) => ({
  dishName: business.dishes.get(dishId)?.name,
  ingredientName: business.ingredients.get(ingredientId)?.name,
});

export function touchedBy(event: BusinessEvent): Touched {
  switch (event.type) {
    case 'BusinessOpened':
      return { look: (b) => b.ownerId, before: null, after: event.data.ownerId };
    case 'BusinessOwnerChanged':
      return changed((b) => b.ownerId, event.data);
    case 'BusinessErased':
      return { look: (b) => b.erased, before: false, after: true };
    case 'FixedCostAdded':
      return added((b) => b.fixedCosts.get(event.data.id), event.data);
    case 'FixedCostRenamed':
      return changed((b) => b.fixedCosts.get(event.data.id)?.name, event.data);
    case 'FixedCostAmountChanged':
      return changed((b) => b.fixedCosts.get(event.data.id)?.value, event.data);
    case 'FixedCostRemoved':
      return removed((b) => b.fixedCosts.get(event.data.id), event.data);
    case 'VariableCostAdded':
      return added((b) => b.variableCosts.get(event.data.id), event.data);
    case 'VariableCostRenamed':
      return changed((b) => b.variableCosts.get(event.data.id)?.name, event.data);
    case 'VariableCostRateChanged':
      return changed((b) => b.variableCosts.get(event.data.id)?.percentage, event.data);
    case 'VariableCostRemoved':
      return removed((b) => b.variableCosts.get(event.data.id), event.data);
    case 'MonthRevenueRecorded':
      return changed((b) => {
        const held = b.months.get(event.data.month);
        return held ? { value: held.value, orders: held.orders } : null;
      }, event.data);
    case 'AverageTicketStated':
      return changed((b) => b.statedTicket, event.data);
    case 'IngredientAdded':
      return added((b) => b.ingredients.get(event.data.id), event.data);
    case 'IngredientRenamed':
      return changed((b) => b.ingredients.get(event.data.id)?.name, event.data);
    case 'IngredientUnitChanged':
      return changed((b) => b.ingredients.get(event.data.id)?.unit, event.data);
    case 'IngredientRepriced':
      return changed((b) => b.ingredients.get(event.data.id)?.unitPrice, event.data);
    case 'IngredientRemoved':
      return removed((b) => b.ingredients.get(event.data.id), event.data);
    case 'DishAdded':
      return added((b) => b.dishes.get(event.data.id), { ...event.data, lines: [] });
    case 'DishRenamed':
      return changed((b) => b.dishes.get(event.data.id)?.name, event.data);
    case 'DishPriced':
      return changed((b) => b.dishes.get(event.data.id)?.salePrice, event.data);
    case 'DishRemoved': {
      const lines = event.data.lines.map(({ ingredientId, quantity, version }) => ({
        ingredientId,
        quantity,
        version,
      }));
      return removed((b) => b.dishes.get(event.data.id), { ...event.data, lines });
    }
    case 'DishIngredientAdded': {
      const { ingredientId, quantity } = event.data;
      return { look: (b) => lineOf(b, event.data), before: nothing, after: { ingredientId, quantity, version: 1 } };
    }
    case 'DishIngredientQuantityChanged': {
      const { dishName, ingredientName, from, to } = event.data;
      const look = (b: Business) => ({ ...namesOf(b, event.data), quantity: lineOf(b, event.data)?.quantity });
      return {
        look,
        before: { dishName, ingredientName, quantity: from },
        after: { dishName, ingredientName, quantity: to },
      };
    }
    case 'DishIngredientRemoved': {
      const { ingredientId, quantity, version } = event.data;
      return { look: (b) => lineOf(b, event.data), before: { ingredientId, quantity, version }, after: nothing };
    }
    default:
      return event satisfies never;
  }
}

type RowOf = (business: Business) => { readonly sequence: number } | undefined;

const added = (row: RowOf, data: object): Touched => ({
  look: (b) => withoutPlace(row(b)),
  before: nothing,
  after: { ...data, version: 1 },
});

const removed = (row: RowOf, data: object): Touched => ({
  look: (b) => withoutPlace(row(b)),
  before: data,
  after: nothing,
});

const changed = (look: Touched['look'], { from, to }: { readonly from: unknown; readonly to: unknown }): Touched => ({
  look,
  before: from,
  after: to,
});
