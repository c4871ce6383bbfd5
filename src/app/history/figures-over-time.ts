import type { EntityKind } from '#domain/business/entity-fields.ts';
import { type ChangeArea, type HistoryBody, type HistoryPoint, MAX_MARKS, MAX_POINTS } from '#contract/history.ts';
import type { RequestedMoment } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { notFound, invalidInput } from '#contract/refused-calls.ts';
import { traitsOf, isAbout } from '#domain/business/event-traits.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { BusinessHistory, HistoryRead } from './business-history.ts';
import { daysOf, coarsenPeriods } from './periods.ts';
import { describeFor, type HistoryEvent } from './history-event.ts';
import { refuseFuture, RefusedRead } from './refused-read.ts';
import {
  lastName,
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
  const request = { history, span: spanOf(history, query, now), userId };
  const { of } = query;
  if (of.kind === 'business')
    return { kind: of.kind, ...drawn(businessSubject, request), removed: [...removedEntities(history.events)] };
  const name = lastName(history.events, of);
  if (name === undefined) throw new RefusedRead(notFound);
  if (of.kind === 'dish') return { kind: of.kind, name, ...drawn(dishSubject(of.id), request) };
  if (of.kind === 'preparation') return { kind: of.kind, name, ...drawn(preparationSubject(of.id), request) };
  return { kind: of.kind, name, ...drawn(ingredientSubject(of.id), request) };
};

interface Span {
  readonly from: string;
  readonly to: string;
}

interface PointsRequest {
  readonly history: BusinessHistory;
  readonly span: Span;
  readonly userId: string;
}

/** The period from the first event to now, unless the query sets another. @throws RefusedRead */
function spanOf(
  { events }: BusinessHistory,
  { from, to }: { readonly from?: RequestedMoment | undefined; readonly to?: RequestedMoment | undefined },
  now: Date,
): Span {
  refuseFuture({ from, to }, now);
  const latest = now.toISOString();
  const end = to && to.to < latest ? to.to : latest;
  if (from && from.from > end) throw new RefusedRead(invalidInput({ from: 'O começo vem depois do fim.' }));
  const first = events[0]?.at ?? end;
  // The period starts no earlier than the first event, and is empty when the requested end lies before it.
  const begin = from && from.from > first ? from.from : first;
  return { from: begin < end ? begin : end, to: end };
}

function drawn<Figures>(subject: Subject<Figures>, { history, span, userId }: PointsRequest) {
  const { events } = history;
  const [first, end] = [events.findIndex(({ at }) => at >= span.from), history.countAt(span.to)];
  const begin = first === -1 ? events.length : first;
  const { cuts, grain } = coarsenPeriods(daysOf(subject.concerned(), { events, begin, end }), MAX_POINTS);
  const state = stateBuilder();
  let next = 0;
  const figuresAfter = (index: number) => {
    for (; next <= index; next += 1) {
      const each = events[next];
      if (each) state.add(each.event);
    }
    return subject.figures(state.business);
  };
  const points: HistoryPoint<Figures>[] = [];
  if (begin > 0 && begin <= end) {
    const figures = figuresAfter(begin - 1);
    if (figures) points.push({ at: span.from, figures, marks: [], more: 0 });
  }
  for (const { last, changes } of cuts)
    points.push({
      at: events[last]?.at ?? span.to,
      figures: figuresAfter(last),
      marks: changes.slice(0, MAX_MARKS).map((change) => markOf(change, userId, subject.ingredientId)),
      more: Math.max(0, changes.length - MAX_MARKS),
    });
  return { ...span, began: events[0]?.at ?? null, grain, points };
}

const markOf = (change: HistoryEvent, userId: string, ingredientId: string | undefined) => ({
  change: change.changeId,
  at: change.at,
  about: ABOUT[traitsOf(change.event).entity],
  sentence: describeFor(userId, change, ingredientId),
});

const ABOUT: Readonly<Record<EntityKind, ChangeArea>> = {
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
    gone.delete(of); // An added or restored entity exists.
    if (effect === 'removed' && 'name' in event.data) gone.set(of, { of, name: event.data.name, at });
  }
  return [...gone.values()].toReversed();
}
