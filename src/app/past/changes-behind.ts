import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { TOLD_CHANGES } from '#contract/profit-change.ts';
import { type Cause, causeKey, MENU, REVENUE } from '#domain/attribution/causes.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { PastEvent } from '../past.ts';
import { toldTo } from './told-to.ts';

/** One part of a change, as it is answered. */
export type PartOfReply = Reply<OwnerContract['profitChange']>['parts'][number];

/** What was done about one cause, the last change first, as its owner reads it. */
export type ChangesBehind = Pick<PartOfReply, 'changes' | 'changes_count'>;

/**
 * Sorts what happened between two moments by the cause that it is about.
 * @param causes of those that there are, an event about a dish that came or went belongs to that alone
 */
export function changesBehind(events: Iterable<PastEvent>, causes: readonly Cause[], userId: string) {
  const keys = new Set(causes.map(({ key }) => key));
  const byCause = new Map<string, Map<string, PastEvent[]>>();
  for (const each of events) {
    const key = keysOf(each.event).find((possible) => keys.has(possible));
    if (key === undefined) continue;
    const changes = byCause.get(key) ?? new Map<string, PastEvent[]>();
    byCause.set(key, changes.set(each.changeId, [...(changes.get(each.changeId) ?? []), each]));
  }
  return ({ key }: Cause): ChangesBehind => {
    const changes = [...(byCause.get(key)?.values() ?? [])].toReversed();
    return {
      changes: changes.slice(0, TOLD_CHANGES).flatMap((change) => {
        const [first] = change;
        return first
          ? [{ id: first.changeId, at: first.at, sentences: change.map((each) => toldTo(userId, each)) }]
          : [];
      }),
      changes_count: changes.length,
    };
  };
}

/** The causes that an event can be about, the nearest last. By the beginning of its name: more kinds of change may come. */
function keysOf({ type, data }: BusinessEvent): readonly string[] {
  if (type.endsWith('Renamed')) return [];
  if (type.startsWith('MonthRevenue')) return [REVENUE];
  if ('dishId' in data) return [causeKey('dish', data.dishId), causeKey('dish_recipe', data.dishId), MENU];
  if (!('id' in data)) return [];
  if (type.startsWith('FixedCost')) return [causeKey('fixed_cost', data.id)];
  if (type.startsWith('VariableCost')) return [causeKey('variable_cost', data.id)];
  if (type.startsWith('Ingredient')) return [causeKey('ingredient', data.id)];
  if (type === 'DishPriced') return [causeKey('dish', data.id), causeKey('dish_price', data.id), MENU];
  return type.startsWith('Dish') ? [causeKey('dish', data.id), MENU] : [];
}
