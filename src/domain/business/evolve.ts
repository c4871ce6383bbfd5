import type { EntityKind } from './entity-fields.ts';
import { averageTicketEvolution } from './month/average-ticket.ts';
import { channelEvolution } from './channel/channel.ts';
import { dishEvolution } from './recipe/dish.ts';
import { dishLineEvolution } from './recipe/dish-line.ts';
import type { BusinessDraft } from './business-draft.ts';
import { EVENT_TRAITS } from './event-traits.ts';
import type { BusinessEvent, EntityOf } from './events.ts';
import { fixedCostEvolution } from './fixed-cost/fixed-cost.ts';
import { ingredientEvolution } from './ingredient/ingredient.ts';
import type { ByType } from './message.ts';
import { monthRevenueEvolution } from './month/month-revenue.ts';
import { ownershipEvolution } from './ownership.ts';
import { preparationEvolution } from './recipe/preparation.ts';
import { preparationLineEvolution } from './recipe/preparation-line.ts';
import { replacementEvolution } from './ingredient/replacement.ts';
import { salesEvolution } from './sales/sales.ts';
import { settingsEvolution } from './settings/settings.ts';
import { type Business, emptyBusiness } from './state.ts';
import { purchaseEvolution } from './purchase/purchase.ts';
import { stockValueEvolution } from './stock-value/stock-value.ts';
import { supplierEvolution } from './supplier/supplier.ts';
import { variableCostEvolution } from './variable-cost/variable-cost.ts';

/**
 * The business after all of `events`, in order. Folding never refuses and reads no clock, because events in the log are
 * facts. The given state is not changed: a collection that changes is copied
 * once per call, not once per event, so twenty thousand events fold in milliseconds; an unchanged one is shared.
 */
export function fold(events: Iterable<BusinessEvent>, from: Business = emptyBusiness): Business {
  const { add, business } = stateBuilder(from);
  for (const event of events) add(event);
  return business;
}

/** Builds a business event by event on private copies, so that next to nothing is copied on the way. */
export interface StateBuilder {
  readonly add: (event: BusinessEvent) => void;
  /** The business after all added events. It changes with the next event, so it must not be kept beyond that. */
  readonly business: Business;
}

export function stateBuilder(from: Business = emptyBusiness): StateBuilder {
  const draft = { ...from } as BusinessDraft<keyof Business>;
  return {
    add(event) {
      const { type, data } = event;
      for (const name of COLLECTIONS_CHANGED_BY[type])
        if (draft[name] === from[name]) Object.assign(draft, { [name]: new Map<unknown, unknown>(from[name]) });
      // The type of an event determines the type of its data.
      (EVOLUTIONS[type] as AnyEvolution)(draft, data);
      trackRemoval(draft, event);
      draft.sequence += 1;
    },
    business: draft,
  };
}

/** Lines have no id of their own, so their removal is not tracked. */
function trackRemoval(draft: BusinessDraft<keyof Business>, { type, data }: BusinessEvent): void {
  const { entity, effect } = EVENT_TRAITS[type]; // What the event is about, and whether it adds, changes or removes it.
  if (!('id' in data)) return;
  if (effect === 'removed') draft.removed.set(data.id, entity);
  else if (effect === 'restored') draft.removed.delete(data.id);
}

type AnyEvolution = (draft: BusinessDraft<keyof Business>, data: BusinessEvent['data']) => void;

type CollectionName =
  | 'fixedCosts'
  | 'variableCosts'
  | 'months'
  | 'ingredients'
  | 'preparations'
  | 'dishes'
  | 'channels'
  | 'sales'
  | 'suppliers'
  | 'purchases'
  | 'purchasesByIngredient'
  | 'manualPrices'
  | 'mergedIngredients'
  | 'stockValues'
  | 'removed';

/** The collections that the events of an entity may write. */
const COLLECTIONS_OF_ENTITY = {
  business: [],
  fixed_cost: ['fixedCosts'],
  variable_cost: ['variableCosts'],
  month: ['months'],
  average_ticket: [],
  ingredient: ['ingredients', 'manualPrices'],
  preparation: ['preparations'],
  preparation_ingredient: ['preparations'],
  dish: ['dishes'],
  dish_ingredient: ['dishes'],
  // The price rule is a setting, and every price that follows from purchases is derived again by it.
  settings: ['ingredients', 'manualPrices'],
  channel: ['channels'],
  sales: ['sales'],
  supplier: ['suppliers'],
  purchase: ['purchases', 'suppliers', 'ingredients', 'purchasesByIngredient', 'manualPrices'],
  stock_value: ['stockValues'],
} as const satisfies Record<EntityKind, readonly CollectionName[]>;

/**
 * Events that change other collections than those of their entity: another unit is written into the lines that were
 * counted in the old one, another ingredient into the lines of the replaced one, and a sale price is that of the main
 * channel.
 */
const COLLECTIONS_OF_EVENT = {
  IngredientUnitConverted: ['ingredients', 'manualPrices', 'preparations', 'dishes'],
  IngredientReplaced: [
    'ingredients',
    'preparations',
    'dishes',
    'removed',
    'purchasesByIngredient',
    'manualPrices',
    'mergedIngredients',
  ],
  PreparationYieldChanged: ['preparations', 'dishes'],
  MainChannelChanged: ['channels', 'dishes'],
} as const satisfies Readonly<Partial<Record<BusinessEvent['type'], readonly CollectionName[]>>>;

const hasOwnCollections = (type: BusinessEvent['type']): type is keyof typeof COLLECTIONS_OF_EVENT =>
  Object.hasOwn(COLLECTIONS_OF_EVENT, type);

/** The collections that events of each type may change, prepared once because every folded event needs them. */
const COLLECTIONS_CHANGED_BY = Object.fromEntries(
  Object.entries(EVENT_TRAITS).map(([type, { entity, effect }]): [string, readonly CollectionName[]] => [
    type,
    [
      ...(hasOwnCollections(type as BusinessEvent['type'])
        ? COLLECTIONS_OF_EVENT[type as keyof typeof COLLECTIONS_OF_EVENT]
        : COLLECTIONS_OF_ENTITY[entity]),
      ...(effect === 'removed' || effect === 'restored' ? (['removed'] as const) : []),
    ],
  ]),
) as Readonly<Record<BusinessEvent['type'], readonly CollectionName[]>>;

/**
 * The parts of a business that events of a kind may change. Erasing replaces the collections instead of changing them.
 */
type DraftOf<Kind extends EntityKind> = BusinessDraft<
  Kind extends 'business'
    ? keyof Business
    : Exclude<keyof Business, CollectionName> | (typeof COLLECTIONS_OF_ENTITY)[Kind][number]
>;

type DraftFor<Type extends BusinessEvent['type']> = DraftOf<EntityOf<Type>> &
  (Type extends keyof typeof COLLECTIONS_OF_EVENT
    ? BusinessDraft<(typeof COLLECTIONS_OF_EVENT)[Type][number]>
    : unknown);

/**
 * The evolution of every event. A missing event does not compile, nor does one that changes another collection than
 * those of its entity.
 */
const EVOLUTIONS: {
  readonly [Type in BusinessEvent['type']]: (draft: DraftFor<Type>, data: ByType<BusinessEvent>[Type]['data']) => void;
} = {
  ...ownershipEvolution,
  ...fixedCostEvolution,
  ...variableCostEvolution,
  ...monthRevenueEvolution,
  ...averageTicketEvolution,
  ...ingredientEvolution,
  ...replacementEvolution,
  ...preparationEvolution,
  ...preparationLineEvolution,
  ...dishEvolution,
  ...dishLineEvolution,
  ...settingsEvolution,
  ...channelEvolution,
  ...salesEvolution,
  ...supplierEvolution,
  ...purchaseEvolution,
  ...stockValueEvolution,
};
