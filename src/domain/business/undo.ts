import type { DoneChange } from './commands.ts';
import type { BusinessEvent } from './events.ts';
import { growing } from './evolve.ts';
import type { UndoRefusal } from './refusals.ts';
import type { Business } from './state.ts';
import type { Inverse } from './undo-checks.ts';
import { inverseOfFinance, isFinanceEvent } from './undo-finance.ts';
import { inverseOfMenu } from './undo-menu.ts';

/**
 * The events that take a change back: the last thing that it did first, each only if what it touched is as it left it.
 * Pure. A change of many events is taken back whole or not at all.
 */
export function undo(
  state: Business,
  { events, before, undoneBy }: DoneChange,
): readonly BusinessEvent[] | UndoRefusal {
  if (undoneBy !== null) return { refusal: 'already_undone' };
  return inverses(state, events, placesOf(events, before));
}

/** Why a change cannot be taken back in this state; undefined where it can. */
export function refusalToUndo(
  state: Business,
  { events, undoneBy }: Omit<DoneChange, 'before'>,
): UndoRefusal | undefined {
  if (undoneBy !== null) return { refusal: 'already_undone' };
  const outcome = inverses(state, events, []);
  return 'refusal' in outcome ? outcome : undefined;
}

function inverses(
  state: Business,
  events: readonly BusinessEvent[],
  places: readonly number[],
): readonly BusinessEvent[] | UndoRefusal {
  const { add, business } = growing(state);
  const undoing: BusinessEvent[] = [];
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (!event) continue;
    const inverse = inverseOf(business, event, places[index] ?? 0);
    if ('refusal' in inverse) return inverse;
    undoing.push(inverse);
    if (index > 0) add(inverse);
  }
  return undoing;
}

function inverseOf(state: Business, event: BusinessEvent, place: number): Inverse {
  const { type } = event;
  if (type === 'BusinessOpened' || type === 'BusinessOwnerChanged' || type === 'BusinessErased')
    return { refusal: 'not_undoable' };
  return isFinanceEvent(event) ? inverseOfFinance(state, event, place) : inverseOfMenu(state, event, place);
}

/** Where each thing stood that one of the events removed: its `sequence`, or of a line its index in the recipe. */
function placesOf(events: readonly BusinessEvent[], before: Business): readonly number[] {
  const { add, business } = growing(before);
  return events.map((event) => {
    const place = placeOf(business, event);
    add(event);
    return place;
  });
}

function placeOf(state: Business, { type, data }: BusinessEvent): number {
  if (type === 'FixedCostRemoved') return state.fixedCosts.get(data.id)?.sequence ?? 0;
  if (type === 'VariableCostRemoved') return state.variableCosts.get(data.id)?.sequence ?? 0;
  if (type === 'IngredientRemoved') return state.ingredients.get(data.id)?.sequence ?? 0;
  if (type === 'DishRemoved') return state.dishes.get(data.id)?.sequence ?? 0;
  if (type !== 'DishIngredientRemoved') return 0;
  const lines = state.dishes.get(data.dishId)?.lines ?? [];
  return Math.max(
    lines.findIndex((line) => line.ingredientId === data.ingredientId),
    0,
  );
}
