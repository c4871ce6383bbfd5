import { averageTicketInverses } from './month/average-ticket.ts';
import { channelInverses, channelSortKeys } from './channel/channel.ts';
import type { ChangeToUndo } from './commands.ts';
import { runToEnd } from './decision.ts';
import { dishInverses, dishSortKeys } from './recipe/dish.ts';
import { dishLineInverses, dishLineSortKeys } from './recipe/dish-line.ts';
import type { TypeWith } from './event-traits.ts';
import type { BusinessEvent } from './events.ts';
import { stateBuilder } from './evolve.ts';
import { fixedCostInverses, fixedCostSortKeys } from './fixed-cost/fixed-cost.ts';
import {
  freePriceConflict,
  ingredientInverses,
  ingredientConflict,
  ingredientSortKeys,
} from './ingredient/ingredient.ts';
import type { Inverses, SortKeys } from './inverse.ts';
import { monthRevenueInverses } from './month/month-revenue.ts';
import { ownershipInverses } from './ownership.ts';
import { preparationInverses, preparationConflict, preparationSortKeys } from './recipe/preparation.ts';
import { preparationLineInverses, preparationLineSortKeys } from './recipe/preparation-line.ts';
import { replacementInverses } from './ingredient/replacement.ts';
import { salesInverses } from './sales/sales.ts';
import { settingsInverses } from './settings/settings.ts';
import type { UndoRefusal } from './refusals.ts';
import type { Business } from './state.ts';
import { purchaseInverses, purchaseSortKeys } from './purchase/purchase.ts';
import { stockValueInverses } from './stock-value/stock-value.ts';
import { supplierInverses } from './supplier/supplier.ts';
import { variableCostInverses, variableCostSortKeys } from './variable-cost/variable-cost.ts';

/**
 * The events that undo a change, in reverse order, each only if its entity is as the change left it. Pure. A change of
 * many events is undone completely or not at all.
 */
export function* undo(
  state: Business,
  { events, before, undoneBy }: ChangeToUndo,
): Generator<void, readonly BusinessEvent[] | UndoRefusal> {
  if (undoneBy !== null) return { refusal: 'already_undone' };
  return yield* invertEvents(state, events, sortKeysOf(events, before));
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
  sortKeys: readonly number[],
): Generator<void, readonly BusinessEvent[] | UndoRefusal> {
  const { add, business } = stateBuilder(state);
  const inverted: BusinessEvent[] = [];
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (!event) continue;
    const inverse = inverseOf(business, event, sortKeys[index] ?? 0);
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

type AnyInverse = (state: Business, data: BusinessEvent['data'], sortKey: number) => BusinessEvent | UndoRefusal;

/** The type of an event determines the type of its data. */
const inverseOf = (state: Business, { type, data }: BusinessEvent, sortKey: number): BusinessEvent | UndoRefusal =>
  (INVERSES[type] as AnyInverse)(state, data, sortKey);

/** The position before every removing event; a missing one does not compile. */
const SORT_KEYS: SortKeys<BusinessEvent, TypeWith<'removed'>> = {
  ...fixedCostSortKeys,
  ...variableCostSortKeys,
  ...ingredientSortKeys,
  ...preparationSortKeys,
  ...preparationLineSortKeys,
  ...dishSortKeys,
  ...dishLineSortKeys,
  ...channelSortKeys,
  ...purchaseSortKeys,
};

type AnySortKey = (before: Business, data: BusinessEvent['data']) => number;
const ANY_SORT_KEYS: Readonly<Partial<Record<BusinessEvent['type'], unknown>>> = SORT_KEYS;

/** The former position of each removed entity: its `sequence`, or the index in the recipe for a line. */
function sortKeysOf(events: readonly BusinessEvent[], before: Business): readonly number[] {
  const { add, business } = stateBuilder(before);
  return events.map((event) => {
    const sortKeyOf = ANY_SORT_KEYS[event.type] as AnySortKey | undefined;
    const sortKey = sortKeyOf?.(business, event.data) ?? 0;
    add(event);
    return sortKey;
  });
}
