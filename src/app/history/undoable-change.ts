import type { Business } from '#domain/business/state.ts';
import type { BusinessHistory } from './business-history.ts';
import type { ChangeEvents } from './history-event.ts';

/** A change of the history, with the data needed to undo it. */
export interface UndoableChange {
  readonly done: ChangeEvents;
  /** The business right before the change. */
  readonly before: () => Business;
  /** The change that has undone it. */
  readonly undoneBy: string | null;
}

/** A change by its id; undefined for one that is not in this history. */
export function undoableChange(history: BusinessHistory, id: string): UndoableChange | undefined {
  const first = history.events.findIndex(({ changeId }) => changeId === id);
  const [begin, ...more] = first === -1 ? [] : history.events.slice(first);
  if (!begin) return undefined;
  const others = more.findIndex(({ changeId }) => changeId !== id);
  const done: ChangeEvents = [begin, ...(others === -1 ? more : more.slice(0, others))];
  return { done, before: () => history.business(first), undoneBy: undoingChanges(history).get(id) ?? null };
}

/** The ids of undoing changes, keyed by the id of the undone change. */
export function undoingChanges({ events }: BusinessHistory): ReadonlyMap<string, string> {
  const undoing = new Map<string, string>();
  for (const { undoes, changeId } of events) if (undoes !== null) undoing.set(undoes, changeId);
  return undoing;
}
