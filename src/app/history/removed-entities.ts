import { isAbout, traitsOf } from '#domain/business/event-traits.ts';
import type { HistoryEvent } from './history-event.ts';

/** An entity that is gone and still has a history. */
export interface RemovedEntity {
  /** Subject of a history: 'dish:{id}'. */
  readonly of: string;
  readonly name: string;
  /** ISO instant. */
  readonly at: string;
}

/** Ingredients and dishes that are no longer there, the last one to go first. */
export function removedEntities(events: Iterable<HistoryEvent>): readonly RemovedEntity[] {
  const gone = new Map<string, RemovedEntity>();
  for (const { event, at } of events) {
    if (!isAbout(event, 'ingredient') && !isAbout(event, 'dish')) continue;
    if (event.type === 'IngredientReplaced') {
      const { id, name, byId, removed, restored } = event.data;
      if (removed) gone.set(`ingredient:${id}`, { of: `ingredient:${id}`, name, at });
      if (restored) gone.delete(`ingredient:${byId}`);
      continue;
    }
    const { entity, effect } = traitsOf(event);
    if (effect === 'changed') continue;
    const of = `${entity}:${event.data.id}`;
    gone.delete(of); // added or restored, it is there
    if (effect === 'removed' && 'name' in event.data) gone.set(of, { of, name: event.data.name, at });
  }
  return [...gone.values()].toReversed();
}
