import type { BusinessEvent } from './events.ts';
import { type Business, type Dish, type DishLine, emptyBusiness } from './state.ts';

type Changeable<T> = { -readonly [K in keyof T]: T[K] extends ReadonlyMap<infer Id, infer Row> ? Map<Id, Row> : T[K] };
type SerialisedAppend = Changeable<Business>;
type MapName = 'fixedCosts' | 'variableCosts' | 'months' | 'ingredients' | 'dishes';

/** The business after one more event. Never refuses, reads no clock: what is in the log has happened. */
export const evolve = (state: Business, event: BusinessEvent): Business => fold([event], state);

/**
 * The business after all of `events`, in order. The given state stays as it is: a map that changes is copied once per
 * call, not once per event, so twenty thousand events fold in milliseconds; one that does not change is shared.
 */
export function fold(events: Iterable<BusinessEvent>, from: Business = emptyBusiness): Business {
  const { add, business } = growing(from);
  for (const event of events) add(event);
  return business;
}

/** A business that nobody else has yet: it grows event by event, and next to nothing is copied on the way. */
export interface Growing {
  readonly add: (event: BusinessEvent) => void;
  /** All added so far. It changes with the next event: for use between two of them, or once there are no more to come. */
  readonly business: Business;
}

export function growing(from: Business = emptyBusiness): Growing {
  const draft = { ...from } as SerialisedAppend;
  return {
    add(event) {
      const name = mapOf(event);
      if (name && draft[name] === from[name]) Object.assign(draft, { [name]: new Map<unknown, unknown>(from[name]) });
      apply(draft, event);
      draft.sequence += 1;
    },
    business: draft,
  };
}

/** Which of the maps `apply` changes for this event. */
function mapOf({ type }: BusinessEvent): MapName | undefined {
  if (type.startsWith('FixedCost')) return 'fixedCosts';
  if (type.startsWith('VariableCost')) return 'variableCosts';
  if (type.startsWith('Month')) return 'months';
  if (type.startsWith('Ingredient')) return 'ingredients';
  return type.startsWith('Dish') ? 'dishes' : undefined;
}

function apply(draft: SerialisedAppend, event: BusinessEvent): void {
  const { sequence } = draft;
  switch (event.type) {
    case 'BusinessOpened':
      draft.ownerId = event.data.ownerId;
      return;
    case 'BusinessOwnerChanged':
      draft.ownerId = event.data.to;
      return;
    case 'BusinessErased':
      Object.assign(draft, nothingLeft(), { sequence });
      return;
    case 'FixedCostAdded': {
      const { id, name, value } = event.data;
      draft.fixedCosts.set(id, { id, name, value, version: 1, sequence });
      return;
    }
    case 'FixedCostRenamed':
      change(draft.fixedCosts, event.data.id, { name: event.data.to });
      return;
    case 'FixedCostAmountChanged':
      change(draft.fixedCosts, event.data.id, { value: event.data.to });
      return;
    case 'FixedCostRemoved':
      draft.fixedCosts.delete(event.data.id);
      return;
    case 'FixedCostRestored':
      putBack(draft.fixedCosts, { ...event.data });
      return;
    case 'VariableCostAdded': {
      const { id, name, percentage } = event.data;
      draft.variableCosts.set(id, { id, name, percentage, version: 1, sequence });
      return;
    }
    case 'VariableCostRenamed':
      change(draft.variableCosts, event.data.id, { name: event.data.to });
      return;
    case 'VariableCostRateChanged':
      change(draft.variableCosts, event.data.id, { percentage: event.data.to });
      return;
    case 'VariableCostRemoved':
      draft.variableCosts.delete(event.data.id);
      return;
    case 'VariableCostRestored':
      putBack(draft.variableCosts, { ...event.data });
      return;
    case 'MonthRevenueRecorded': {
      const { month, to } = event.data;
      const version = (draft.months.get(month)?.version ?? draft.clearedVersion) + 1;
      draft.months.set(month, { month, value: to.value, orders: to.orders, version });
      return;
    }
    case 'MonthRevenueCleared':
      draft.months.delete(event.data.month);
      draft.clearedVersion = Math.max(draft.clearedVersion, event.data.version);
      return;
    case 'AverageTicketStated':
      draft.statedTicket = event.data.to;
      return;
    case 'AverageTicketWithdrawn':
      draft.statedTicket = null;
      return;
    case 'IngredientAdded': {
      const { id, name, unit, unitPrice } = event.data;
      draft.ingredients.set(id, { id, name, unit, unitPrice, version: 1, sequence });
      return;
    }
    case 'IngredientRenamed':
      change(draft.ingredients, event.data.id, { name: event.data.to });
      return;
    case 'IngredientUnitChanged':
      change(draft.ingredients, event.data.id, { unit: event.data.to });
      return;
    case 'IngredientRepriced':
      change(draft.ingredients, event.data.id, { unitPrice: event.data.to });
      return;
    case 'IngredientRemoved':
      draft.ingredients.delete(event.data.id);
      return;
    case 'IngredientRestored':
      putBack(draft.ingredients, { ...event.data });
      return;
    case 'DishAdded': {
      const { id, name, salePrice } = event.data;
      draft.dishes.set(id, { id, name, salePrice, lines: [], version: 1, sequence });
      return;
    }
    case 'DishRenamed':
      change(draft.dishes, event.data.id, { name: event.data.to });
      return;
    case 'DishPriced':
      change(draft.dishes, event.data.id, { salePrice: event.data.to });
      return;
    case 'DishRemoved':
      draft.dishes.delete(event.data.id);
      return;
    case 'DishRestored': {
      const lines = event.data.lines.map(({ ingredientId, quantity, version }) => ({
        ingredientId,
        quantity,
        version,
      }));
      putBack(draft.dishes, { ...event.data, lines });
      return;
    }
    case 'DishIngredientAdded': {
      const { ingredientId, quantity } = event.data;
      changeLines(draft, event.data.dishId, (lines) => [...lines, { ingredientId, quantity, version: 1 }]);
      return;
    }
    case 'DishIngredientQuantityChanged': {
      const { ingredientId, to } = event.data;
      changeLines(draft, event.data.dishId, (lines) =>
        lines.map((line) =>
          line.ingredientId === ingredientId ? { ...line, quantity: to, version: line.version + 1 } : line,
        ),
      );
      return;
    }
    case 'DishIngredientRemoved': {
      const { ingredientId } = event.data;
      changeLines(draft, event.data.dishId, (lines) => lines.filter((line) => line.ingredientId !== ingredientId));
      return;
    }
    case 'DishIngredientRestored': {
      const { ingredientId, quantity, version, place } = event.data;
      changeLines(draft, event.data.dishId, (lines) => lines.toSpliced(place, 0, { ingredientId, quantity, version }));
      return;
    }
    default:
      event satisfies never;
  }
}

/** With maps of its own: those of `emptyBusiness` are everybody's. */
const nothingLeft = (): SerialisedAppend => ({
  ...emptyBusiness,
  erased: true,
  fixedCosts: new Map(),
  variableCosts: new Map(),
  months: new Map(),
  ingredients: new Map(),
  dishes: new Map(),
});

/** Where it was: those that came after it come after it again. */
function putBack<Row extends { readonly id: string; readonly sequence: number }>(
  rows: Map<string, Row>,
  row: Row,
): void {
  const later = [...rows.values()].filter(({ sequence }) => sequence > row.sequence);
  rows.set(row.id, row);
  for (const each of later) {
    rows.delete(each.id);
    rows.set(each.id, each);
  }
}

function change<Row extends { readonly version: number }>(rows: Map<string, Row>, id: string, to: Partial<Row>): void {
  const row = rows.get(id);
  if (row) rows.set(id, { ...row, ...to, version: row.version + 1 });
}

function changeLines(
  draft: SerialisedAppend,
  dishId: string,
  to: (lines: readonly DishLine[]) => readonly DishLine[],
): void {
  const dish: Dish | undefined = draft.dishes.get(dishId);
  if (dish) change(draft.dishes, dishId, { lines: to(dish.lines) });
}
