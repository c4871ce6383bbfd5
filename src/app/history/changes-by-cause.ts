import { entityOf } from '#domain/business/event-entities.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { MAX_DESCRIBED_CHANGES } from '#contract/profit-change.ts';
import {
  type Cause,
  causeKey,
  channelPriceKey,
  MENU,
  MIX_MONTHS,
  PRODUCTION_LOSS,
  REVENUE,
} from '#domain/attribution/causes.ts';
import { isAbout, traitsOf } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { addWithDerivedPrices, isPriceChanged } from './derived-prices.ts';
import { describeFor, type HistoryEvent } from './history-event.ts';

/** One part of a change in an answer. */
export type PartOfReply = Reply<OwnerContract['profitChange']>['parts'][number];

/** The changes behind one cause, newest first, described for the owner. */
export type CauseChanges = Pick<PartOfReply, 'changes' | 'changes_count'>;

interface Interval {
  readonly events: readonly HistoryEvent[];
  /** The business before the first of the events. */
  readonly before: Business;
}

/** Groups the events between two moments by the cause that they affect, among the given causes. */
export function changesByCause({ events, before }: Interval, causes: readonly Cause[], userId: string) {
  const keys = new Set(causes.map(({ key }) => key));
  const repriced = repricedIngredients(events, before);
  const byCause = new Map<string, Map<string, HistoryEvent[]>>();
  for (const each of events) {
    const affected = [
      ...affectedCauses(each.event),
      ...(repriced.get(each) ?? []).map((id) => [causeKey('ingredient', id)]),
    ];
    for (const key of new Set(affected.flatMap((all) => all.find((one) => keys.has(one)) ?? []))) {
      const changes = byCause.get(key) ?? new Map<string, HistoryEvent[]>();
      byCause.set(key, changes);
      const change = changes.get(each.changeId);
      if (change) change.push(each);
      else changes.set(each.changeId, [each]);
    }
  }
  return ({ key, kind, id }: Cause): CauseChanges => {
    const ingredientId = kind === 'ingredient' ? id : undefined;
    const changes = [...(byCause.get(key)?.values() ?? [])].toReversed();
    return {
      changes: changes.slice(0, MAX_DESCRIBED_CHANGES).flatMap((change) => {
        const [first] = change;
        return first
          ? [
              {
                id: first.changeId,
                at: first.at,
                sentences: change.map((each) => describeFor(userId, each, ingredientId)),
              },
            ]
          : [];
      }),
      changes_count: changes.length,
    };
  };
}

/**
 * The ingredients whose derived price was changed by merges and price rules. The events of purchases name theirs, so
 * that most intervals need not be folded.
 */
function repricedIngredients(
  events: readonly HistoryEvent[],
  before: Business,
): ReadonlyMap<HistoryEvent, readonly string[]> {
  const repriced = new Map<HistoryEvent, readonly string[]>();
  const isDeriving = ({ event: { type } }: HistoryEvent) =>
    type === 'PriceRuleChanged' || type === 'IngredientReplaced';
  if (!events.some(isDeriving)) return repriced;
  const state = stateBuilder(before);
  for (const each of events) {
    const derived = addWithDerivedPrices(state, each.event);
    if (isDeriving(each))
      repriced.set(
        each,
        derived.filter(isPriceChanged).map(({ id }) => id),
      );
  }
  return repriced;
}

/** Lists, for each entity of an event, the causes that it may affect. Sales affect every dish in them. */
const affectedCauses = (event: BusinessEvent): readonly (readonly string[])[] =>
  event.type === 'IngredientReplaced'
    ? event.data.recipes.map(({ kind, id }) =>
        kind === 'dish' ? [causeKey('dish', id), recipeOf(id), MENU] : [causeKey('preparation_recipe', id)],
      )
    : event.type === 'SalesRecorded'
      ? event.data.rows.map(({ dishId }) => [causeKey('dish_sales', dishId), causeKey('dish', dishId), MENU])
      : isAbout(event, 'purchase')
        ? event.data.prices.map(({ id }) => [causeKey('ingredient', id)])
        : [keysOf(event)];

/**
 * The causes that an event may affect, the most direct one first. A dish that was added or removed affects all causes
 * of its own.
 */
function keysOf(event: BusinessEvent): readonly string[] {
  const entity = entityOf(event);
  const { field } = traitsOf(event);
  if (!entity || field === 'name') return [];
  switch (entity.kind) {
    case 'fixed_cost':
    case 'variable_cost':
    case 'ingredient':
      return [causeKey(entity.kind, entity.id)];
    case 'month':
      return [REVENUE];
    case 'average_ticket':
      return [];
    case 'dish': {
      const [own, price, recipe] = [
        causeKey('dish', entity.id),
        causeKey('dish_price', entity.id),
        recipeOf(entity.id),
      ];
      if (event.type === 'DishChannelPriced') return [own, channelPriceKey(entity.id, event.data.channelId), MENU];
      // A dish that was removed and restored may have another price and another recipe.
      return field === 'salePrice' ? [own, price, MENU] : [own, price, recipe, MENU];
    }
    case 'dish_ingredient':
      return [causeKey('dish', entity.dishId), recipeOf(entity.dishId), MENU];
    case 'preparation':
      return [causeKey('preparation_recipe', entity.id)];
    case 'preparation_ingredient':
      return [causeKey('preparation_recipe', entity.preparationId)];
    case 'settings':
      return field === 'productionLoss' ? [PRODUCTION_LOSS] : field === 'mixMonths' ? [MIX_MONTHS] : [];
    case 'channel':
    case 'sales':
    case 'supplier':
    case 'purchase':
    case 'stock_value':
      return [];
    default:
      return entity satisfies never;
  }
}

const recipeOf = (dishId: string): string => causeKey('dish_recipe', dishId);
