import { averageTicketInverses } from './month/average-ticket.ts';
import { channelInverses, channelFormerPositions } from './channel/channel.ts';
import type { ChangeToUndo } from './commands.ts';
import { runToEnd } from './decision.ts';
import { dishInverses, dishFormerPositions } from './recipe/dish.ts';
import { dishLineInverses, dishLineFormerPositions } from './recipe/dish-line.ts';
import type { TypeWith } from './event-traits.ts';
import type { BusinessEvent } from './events.ts';
import { stateBuilder } from './evolve.ts';
import { fixedCostInverses, fixedCostFormerPositions } from './fixed-cost/fixed-cost.ts';
import {
  freePriceConflict,
  ingredientInverses,
  ingredientConflict,
  ingredientFormerPositions,
} from './ingredient/ingredient.ts';
import type { Inverses, FormerPositions } from './inverse.ts';
import { monthRevenueInverses } from './month/month-revenue.ts';
import { ownershipInverses } from './ownership.ts';
import { preparationInverses, preparationConflict, preparationFormerPositions } from './recipe/preparation.ts';
import { preparationLineInverses, preparationLineFormerPositions } from './recipe/preparation-line.ts';
import { replacementInverses } from './ingredient/replacement.ts';
import { salesInverses } from './sales/sales.ts';
import { settingsInverses } from './settings/settings.ts';
import type { UndoRefusal } from './refusals.ts';
import type { Business } from './state.ts';
import { purchaseInverses, purchaseFormerPositions } from './purchase/purchase.ts';
import { stockValueInverses } from './stock-value/stock-value.ts';
import { supplierInverses } from './supplier/supplier.ts';
import { variableCostInverses, variableCostFormerPositions } from './variable-cost/variable-cost.ts';

/**
 * The events that undo a change, in reverse order, each only if its entity is as the change left it. Pure. A change of
 * many events is undone completely or not at all.
 */
export function* undo(
  state: Business,
  { events, before, undoneBy }: ChangeToUndo,
): Generator<void, readonly BusinessEvent[] | UndoRefusal> {
  if (undoneBy !== null) return { refusal: 'already_undone' };
  return yield* invertEvents(state, events, formerPositionsOf(events, before));
}

/** The refusal when a change cannot be undone in this state. */
export function undoRefusal(
  state: Business,
  { events, undoneBy }: Omit<ChangeToUndo, 'before'>,
): UndoRefusal | undefined {
  if (undoneBy !== null) return { refusal: 'already_undone' };
  const outcome = runToEnd(invertEvents(state, events, []));
  return 'refusal' in outcome ? outcome : undefined;
}

function* invertEvents(
  state: Business,
  events: readonly BusinessEvent[],
  formerPositions: readonly number[],
): Generator<void, readonly BusinessEvent[] | UndoRefusal> {
  const { add, business } = stateBuilder(state);
  const inverted: BusinessEvent[] = [];
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (!event) continue;
    const inverse = inverseOf(business, event, formerPositions[index] ?? 0);
    if ('refusal' in inverse) return inverse;
    inverted.push(inverse);
    if (index > 0 || hasConflictCheck(inverse)) add(inverse);
    yield;
  }
  return findConflict(business, inverted) ?? inverted;
}

/**
 * Checks of unit conversions and of prices of zero. Events of one command depend on each other here, so the result is
 * checked once all of them are undone.
 */
const CONFLICT_CHECKS = {
  IngredientUnitChanged: ingredientConflict,
  IngredientUnitConverted: ingredientConflict,
  IngredientRepriced: freePriceConflict,
  IngredientPurchaseChanged: (state, id) => ingredientConflict(state, id) ?? freePriceConflict(state, id),
  IngredientFreeChanged: freePriceConflict,
  IngredientConversionsChanged: ingredientConflict,
  PreparationYieldChanged: preparationConflict,
  PreparationConversionsChanged: preparationConflict,
} as const satisfies Readonly<Partial<Record<BusinessEvent['type'], StateCheck>>>;

type StateCheck = (after: Business, id: string) => UndoRefusal | undefined;

const hasConflictCheck = (
  event: BusinessEvent,
): event is Extract<BusinessEvent, { readonly type: keyof typeof CONFLICT_CHECKS }> =>
  Object.hasOwn(CONFLICT_CHECKS, event.type);

function findConflict(after: Business, inverted: readonly BusinessEvent[]): UndoRefusal | undefined {
  for (const event of inverted) {
    const misfit = hasConflictCheck(event) ? CONFLICT_CHECKS[event.type](after, event.data.id) : undefined;
    if (misfit) return misfit;
  }
  return undefined;
}

/** The inverse of every event; a missing one does not compile. */
const INVERSES: Inverses<BusinessEvent> = {
  ...ownershipInverses,
  ...fixedCostInverses,
  ...variableCostInverses,
  ...monthRevenueInverses,
  ...averageTicketInverses,
  ...ingredientInverses,
  ...replacementInverses,
  ...preparationInverses,
  ...preparationLineInverses,
  ...dishInverses,
  ...dishLineInverses,
  ...settingsInverses,
  ...channelInverses,
  ...salesInverses,
  ...supplierInverses,
  ...purchaseInverses,
  ...stockValueInverses,
};

type AnyInverse = (state: Business, data: BusinessEvent['data'], formerPosition: number) => BusinessEvent | UndoRefusal;

/** The type of an event determines the type of its data. */
const inverseOf = (
  state: Business,
  { type, data }: BusinessEvent,
  formerPosition: number,
): BusinessEvent | UndoRefusal => (INVERSES[type] as AnyInverse)(state, data, formerPosition);

/** The position before every removing event; a missing one does not compile. */
const FORMER_POSITIONS: FormerPositions<BusinessEvent, TypeWith<'removed'>> = {
  ...fixedCostFormerPositions,
  ...variableCostFormerPositions,
  ...ingredientFormerPositions,
  ...preparationFormerPositions,
  ...preparationLineFormerPositions,
  ...dishFormerPositions,
  ...dishLineFormerPositions,
  ...channelFormerPositions,
  ...purchaseFormerPositions,
};

type AnyFormerPosition = (before: Business, data: BusinessEvent['data']) => number;
const ANY_FORMER_POSITIONS: Readonly<Partial<Record<BusinessEvent['type'], unknown>>> = FORMER_POSITIONS;

/** The former position of each removed entity: its `sequence`, or the index in the recipe for a line. */
function formerPositionsOf(events: readonly BusinessEvent[], before: Business): readonly number[] {
  const { add, business } = stateBuilder(before);
  return events.map((event) => {
    const formerPositionOf = ANY_FORMER_POSITIONS[event.type] as AnyFormerPosition | undefined;
    const formerPosition = formerPositionOf?.(business, event.data) ?? 0;
    add(event);
    return formerPosition;
  });
}
