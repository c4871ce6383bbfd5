import type { BusinessEvent } from '#domain/business/events.ts';
import type { RecordedLine } from '#domain/business/recipe.ts';
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
    case 'FixedCostRestored':
      return restored((b) => b.fixedCosts.get(event.data.id), event.data);
    case 'VariableCostAdded':
      return added((b) => b.variableCosts.get(event.data.id), event.data);
    case 'VariableCostRenamed':
      return changed((b) => b.variableCosts.get(event.data.id)?.name, event.data);
    case 'VariableCostRateChanged':
      return changed((b) => b.variableCosts.get(event.data.id)?.percentage, event.data);
    case 'VariableCostRemoved':
      return removed((b) => b.variableCosts.get(event.data.id), event.data);
    case 'VariableCostRestored':
      return restored((b) => b.variableCosts.get(event.data.id), event.data);
    case 'MonthRevenueRecorded':
      return changed((b) => {
        const held = b.months.get(event.data.month);
        return held ? { value: held.value, orders: held.orders } : null;
      }, event.data);
    case 'MonthRevenueCleared':
      return { look: (b) => b.months.get(event.data.month), before: event.data, after: nothing };
    case 'AverageTicketStated':
      return changed((b) => b.statedTicket, event.data);
    case 'AverageTicketWithdrawn':
      return { look: (b) => b.statedTicket, before: event.data.ticket, after: null };
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
    case 'IngredientRestored':
      return restored((b) => b.ingredients.get(event.data.id), event.data);
    case 'DishAdded':
      return added((b) => b.dishes.get(event.data.id), { ...event.data, lines: [] });
    case 'DishRenamed':
      return changed((b) => b.dishes.get(event.data.id)?.name, event.data);
    case 'DishPriced':
      return changed((b) => b.dishes.get(event.data.id)?.salePrice, event.data);
    case 'DishRemoved': {
      return removed((b) => b.dishes.get(event.data.id), { ...event.data, lines: event.data.lines.map(linePlain) });
    }
    case 'DishRestored': {
      return restored((b) => b.dishes.get(event.data.id), { ...event.data, lines: event.data.lines.map(linePlain) });
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
    case 'DishIngredientRestored': {
      const { ingredientId, quantity, version, place, dishId } = event.data;
      return {
        look: (b) =>
          b.dishes
            .get(dishId)
            ?.lines.map((line, i) => (line.ingredientId === ingredientId ? [i, line] : []))
            .flat(),
        before: [],
        after: [place, { ingredientId, quantity, version }],
      };
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

/** In the very place that it had. */
const restored = (row: RowOf, data: object): Touched => ({ look: row, before: nothing, after: data });

const linePlain = ({ ingredientId, quantity, version }: RecordedLine) => ({ ingredientId, quantity, version });

const changed = (look: Touched['look'], { from, to }: { readonly from: unknown; readonly to: unknown }): Touched => ({
  look,
  before: from,
  after: to,
});
