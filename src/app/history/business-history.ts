import { isAbout, isOwnershipEventType } from '#domain/business/event-traits.ts';
import { fold } from '#domain/business/evolve.ts';
import { ownerAfter } from '#domain/business/ownership.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { EventText } from '#eventstore/port.ts';
import { type HistoryEvent, historyEvent, type ChangeEvents } from './history-event.ts';
import { type RequestedMoment, futureProblem } from '#contract/instants.ts';
import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import { type RefusedCall, invalidInput } from '#contract/refused-calls.ts';

/** A read that cannot be answered as requested; its message is sent to the caller. */
export class RefusedRead extends Error {
  override readonly name = 'RefusedRead';
  readonly refusal: RefusedCall;
  constructor(refused: RefusedCall) {
    super(refused.detail);
    this.refusal = refused;
  }
}

/** Refuses moments in the future. @param moments by the names of their parameters @throws RefusedRead */
export function refuseFuture(moments: Readonly<Record<string, RequestedMoment | undefined>>, now: Date): void {
  for (const [field, moment] of Object.entries(moments)) {
    const problem = moment && futureProblem(moment, now);
    if (problem !== undefined) throw new RefusedRead(invalidInput({ [field]: problem }));
  }
}

/** The events of one business, in order. */
export interface BusinessHistory {
  readonly events: readonly HistoryEvent[];
  /** Total number of characters of the events. */
  readonly length: number;
  /** The owner after all events; null before opening and after erasure. */
  readonly ownerId: string | null;
  /** The number of events up to an ISO instant, including events of that very instant. */
  countAt(at: string): number;
  /** The business after the first `count` events; by default after all of them. The last result is cached. */
  business(count?: number): Business;
}

/** The history followed by those events of the same stream that it does not have yet. @throws UnreadableEvent */
export function businessHistory(texts: readonly EventText[], before: BusinessHistory = emptyHistory): BusinessHistory {
  const last = before.events.at(-1)?.revision ?? -1;
  const more = texts.filter(({ revision }) => revision > last);
  if (more.length === 0) return before;
  const events = more.map(historyEvent);
  let { ownerId } = before;
  for (const [index, { type }] of more.entries()) {
    // The type alone decides: other events are parsed only when needed.
    const event = isOwnershipEventType(type) ? events[index]?.event : undefined;
    if (event && isAbout(event, 'business')) ownerId = ownerAfter(event);
  }
  const length = more.reduce((sum, { meta, data }) => sum + meta.length + data.length, before.length);
  return historyOf({ events: [...before.events, ...events], length, ownerId });
}

/**
 * The number of events after which a state is cached, so that the fold for another date starts at the one before it.
 */
const EVENTS_PER_STATE = 2_000;

function historyOf(known: Pick<BusinessHistory, 'events' | 'length' | 'ownerId'>): BusinessHistory {
  const { events } = known;
  let latest: { readonly count: number; readonly business: Business } | undefined;
  /** The business after 0, 2 000, 4 000 … events. */
  const states = [emptyBusiness];
  function stateAfter(count: number): Business {
    const last = Math.floor(count / EVENTS_PER_STATE);
    for (let next = states.length; next <= last; next += 1)
      states.push(foldRange(events, (next - 1) * EVENTS_PER_STATE, next * EVENTS_PER_STATE, states[next - 1]));
    return foldRange(events, last * EVENTS_PER_STATE, count, states[last]);
  }
  return {
    ...known,
    countAt(at) {
      let [low, high] = [0, events.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((events[middle]?.at ?? '') <= at) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    business(count = events.length) {
      if (latest?.count !== count) latest = { count, business: stateAfter(count) };
      return latest.business;
    },
  };
}

const foldRange = (events: readonly HistoryEvent[], start: number, end: number, from?: Business): Business =>
  fold(
    events.slice(start, end).map(({ event }) => event),
    from,
  );

/** History of a business that does not exist. */
export const emptyHistory: BusinessHistory = historyOf({ events: [], length: 0, ownerId: null });

/** The business as of a moment; for a day, as of its end. @throws RefusedRead for a moment in the future */
export function businessAsOf(history: BusinessHistory, moment: RequestedMoment, now: Date): Business {
  refuseFuture({ as_of: moment }, now);
  return history.business(history.countAt(moment.end));
}

/** The input of a read of the history. */
export interface HistoryInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  /** The account or guest that asks: its own acts are described as "você". */
  readonly userId: string;
  readonly now: Date;
}

/**
 * Answers one read from a business's history. Pure, so that the server and the browser's demo give the same answer.
 * @throws RefusedRead
 */
export type HistoryRead<E extends Endpoint> = (history: BusinessHistory, input: HistoryInput<E>) => Reply<E>;

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
