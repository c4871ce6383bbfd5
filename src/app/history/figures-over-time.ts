import type { EntityKind } from '#domain/business/entity-fields.ts';
import { type ChangeArea, type HistoryBody, type HistoryPoint, MAX_MARKS, MAX_POINTS } from '#contract/history.ts';
import type { RequestedMoment } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { notFound, invalidInput } from '#contract/refused-calls.ts';
import { traitsOf, isAbout } from '#domain/business/event-traits.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { type BusinessHistory, type HistoryRead, refuseFuture, RefusedRead } from './business-history.ts';
import { daysOf, coarsenPeriods } from './periods.ts';
import { describeFor, type HistoryEvent } from './history-event.ts';
import {
  latestNameOf,
  dishSubject,
  ingredientSubject,
  preparationSubject,
  type Subject,
  businessSubject,
} from './subjects.ts';

/** The development of figures: the state at the end of each day, week or month in which something changed. */
export const figuresOverTime: HistoryRead<OwnerContract['history']> = (
  history,
  { query, userId, now },
): HistoryBody => {
  const request = { history, range: timeRangeOf(history, query, now), userId };
  const { of: subject } = query;
  if (subject.kind === 'business')
    return {
      kind: subject.kind,
      ...timelineOf(businessSubject, request),
      removed: [...removedEntities(history.events)],
    };
  const name = latestNameOf(history.events, subject);
  if (name === undefined) throw new RefusedRead(notFound);
  if (subject.kind === 'dish') return { kind: subject.kind, name, ...timelineOf(dishSubject(subject.id), request) };
  if (subject.kind === 'preparation')
    return { kind: subject.kind, name, ...timelineOf(preparationSubject(subject.id), request) };
  return { kind: subject.kind, name, ...timelineOf(ingredientSubject(subject.id), request) };
};

/** The time that the chart covers, in ISO instants. */
interface TimeRange {
  readonly from: string;
  readonly to: string;
}

interface TimelineRequest {
  readonly history: BusinessHistory;
  readonly range: TimeRange;
  readonly userId: string;
}

/** The time from the first event to now, unless the query sets another range. @throws RefusedRead */
function timeRangeOf(
  { events }: BusinessHistory,
  { from, to }: { readonly from?: RequestedMoment | undefined; readonly to?: RequestedMoment | undefined },
  now: Date,
): TimeRange {
  refuseFuture({ from, to }, now);
  const latest = now.toISOString();
  const end = to && to.end < latest ? to.end : latest;
  if (from && from.start > end) throw new RefusedRead(invalidInput({ from: 'O começo vem depois do fim.' }));
  const firstEventAt = events[0]?.at ?? end;
  // The range starts no earlier than the first event, and is empty when the requested end lies before it.
  const start = from && from.start > firstEventAt ? from.start : firstEventAt;
  return { from: start < end ? start : end, to: end };
}

/** One point for each day, week or month with a change of the subject, after a point for the state before them. */
function timelineOf<Figures>(subject: Subject<Figures>, { history, range, userId }: TimelineRequest) {
  const { events } = history;
  const firstInRange = events.findIndex(({ at }) => at >= range.from);
  const startIndex = firstInRange === -1 ? events.length : firstInRange;
  const endIndex = history.countAt(range.to);
  const { periods, granularity } = coarsenPeriods(
    daysOf(subject.concerned(), { events, startIndex, endIndex }),
    MAX_POINTS,
  );
  const state = stateBuilder();
  let foldedCount = 0;
  const figuresAfter = (index: number) => {
    for (; foldedCount <= index; foldedCount += 1) {
      const event = events[foldedCount];
      if (event) state.add(event.event);
    }
    return subject.figures(state.business);
  };
  const points: HistoryPoint<Figures>[] = [];
  if (startIndex > 0 && startIndex <= endIndex) {
    const figures = figuresAfter(startIndex - 1);
    if (figures) points.push({ at: range.from, figures, marks: [], more: 0 });
  }
  for (const { last, changes } of periods)
    points.push({
      at: events[last]?.at ?? range.to,
      figures: figuresAfter(last),
      marks: changes.slice(0, MAX_MARKS).map((change) => markOf(change, userId, subject.ingredientId)),
      more: Math.max(0, changes.length - MAX_MARKS),
    });
  return { ...range, began: events[0]?.at ?? null, grain: granularity, points };
}

/** The mark of one change on the chart. */
const markOf = (change: HistoryEvent, userId: string, ingredientId: string | undefined) => ({
  change: change.changeId,
  at: change.at,
  about: AREA_OF_ENTITY[traitsOf(change.event).entity],
  sentence: describeFor(userId, change, ingredientId),
});

/** The area of the screens in which the changes of an entity are listed. */
const AREA_OF_ENTITY: Readonly<Record<EntityKind, ChangeArea>> = {
  business: 'business',
  fixed_cost: 'fixed_cost',
  variable_cost: 'variable_cost',
  month: 'revenue',
  average_ticket: 'revenue',
  ingredient: 'ingredient',
  preparation: 'preparation',
  preparation_ingredient: 'preparation',
  dish: 'dish',
  dish_ingredient: 'dish',
  settings: 'business',
  channel: 'channel',
  sales: 'sales',
  supplier: 'purchase',
  purchase: 'purchase',
  stock_value: 'purchase',
};

/** A removed entity that still has a history. */
export interface RemovedEntity {
  /** The subject of the history: 'dish:{id}'. */
  readonly of: string;
  readonly name: string;
  /** ISO instant. */
  readonly at: string;
}

/** Removed ingredients and dishes, most recently removed first. */
export function removedEntities(events: Iterable<HistoryEvent>): readonly RemovedEntity[] {
  const removedByKey = new Map<string, RemovedEntity>();
  for (const { event, at } of events) {
    if (!isAbout(event, 'ingredient') && !isAbout(event, 'dish')) continue;
    if (event.type === 'IngredientReplaced') {
      const { id, name, byId, removed, restored } = event.data;
      if (removed) removedByKey.set(`ingredient:${id}`, { of: `ingredient:${id}`, name, at });
      if (restored) removedByKey.delete(`ingredient:${byId}`);
      continue;
    }
    const { entity, effect } = traitsOf(event);
    if (effect === 'changed') continue;
    const subjectKey = `${entity}:${event.data.id}`;
    removedByKey.delete(subjectKey); // An added or restored entity exists.
    if (effect === 'removed' && 'name' in event.data)
      removedByKey.set(subjectKey, { of: subjectKey, name: event.data.name, at });
  }
  return [...removedByKey.values()].toReversed();
}
