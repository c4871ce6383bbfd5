import type { BusinessEvent } from '#domain/business/events.ts';
import type { PastEvent } from '../past-event.ts';

/** Something that is gone and still has a history. */
export interface RemovedThing {
  /** As a history is asked for: 'dish:{id}'. */
  readonly of: string;
  readonly name: string;
  /** ISO instant. */
  readonly at: string;
}

/** Ingredients and dishes that are no longer there, the last one to go first. */
export function removedThings(events: Iterable<PastEvent>): readonly RemovedThing[] {
  const gone = new Map<string, RemovedThing>();
  for (const { event, at } of events) {
    const kind = kindOf(event);
    if (!kind || !('id' in event.data)) continue;
    const of = `${kind}:${event.data.id}`;
    gone.delete(of); // added or restored, it is there
    if (event.type === 'IngredientRemoved' || event.type === 'DishRemoved')
      gone.set(of, { of, name: event.data.name, at });
  }
  return [...gone.values()].toReversed();
}

function kindOf({ type }: BusinessEvent): 'ingredient' | 'dish' | undefined {
  if (type === 'IngredientAdded' || type === 'IngredientRemoved' || type === 'IngredientRestored') return 'ingredient';
  return type === 'DishAdded' || type === 'DishRemoved' || type === 'DishRestored' ? 'dish' : undefined;
}
