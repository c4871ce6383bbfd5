import { type About, type HistoryBody, type HistoryPoint, MAX_MARKS, MAX_POINTS } from '#contract/history.ts';
import type { AskedMoment } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { nothingThere, wrongInput } from '#contract/refused-calls.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { growing } from '#domain/business/evolve.ts';
import type { PastEvent } from '../past-event.ts';
import type { Past } from '../past.ts';
import type { PastCall } from '../past-calls.ts';
import { daysOf, thinned } from './days.ts';
import { refuseFuture, RefusedRead } from './refused-read.ts';
import { removedThings } from './removed-things.ts';
import { lastName, oneDish, oneIngredient, type Subject, wholeBusiness } from './subjects.ts';
import { toldTo } from './told-to.ts';

/** How something went over time: the state at the end of each day, week or month in which something changed. */
export const history: PastCall<OwnerContract['history']> = (past, { query, userId, now }): HistoryBody => {
  const span = spanOf(past, query, now);
  const asked = { past, span, userId };
  const { of } = query;
  if (of.kind === 'business')
    return { kind: of.kind, ...drawn(wholeBusiness, asked), removed: [...removedThings(past.events)] };
  const name = lastName(past.events, of);
  if (name === undefined) throw new RefusedRead(nothingThere);
  return of.kind === 'dish'
    ? { kind: of.kind, name, ...drawn(oneDish(of.id), asked) }
    : { kind: of.kind, name, ...drawn(oneIngredient(of.id), asked) };
};

interface Span {
  readonly from: string;
  readonly to: string;
}

interface Asked {
  readonly past: Past;
  readonly span: Span;
  readonly userId: string;
}

/** From the first event to now, unless something else was asked for. @throws RefusedRead */
function spanOf(
  { events }: Past,
  { from, to }: { readonly from?: AskedMoment | undefined; readonly to?: AskedMoment | undefined },
  now: Date,
): Span {
  refuseFuture({ from, to }, now);
  const latest = now.toISOString();
  const end = to && to.to < latest ? to.to : latest;
  if (from && from.from > end) throw new RefusedRead(wrongInput({ from: 'O começo vem depois do fim.' }));
  const first = events[0]?.at ?? end;
  // Nothing is drawn before there was anything, and a history that begins after the asked end is an empty one.
  const begin = from && from.from > first ? from.from : first;
  return { from: begin < end ? begin : end, to: end };
}

function drawn<Figures>(subject: Subject<Figures>, { past, span, userId }: Asked) {
  const { events } = past;
  const [first, end] = [events.findIndex(({ at }) => at >= span.from), past.countAt(span.to)];
  const begin = first === -1 ? events.length : first;
  const { cuts, grain } = thinned(daysOf(subject.concerned(), { events, begin, end }), MAX_POINTS);
  const state = growing();
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
      marks: changes.slice(0, MAX_MARKS).map((change) => markOf(change, userId)),
      more: Math.max(0, changes.length - MAX_MARKS),
    });
  return { ...span, began: events[0]?.at ?? null, grain, points };
}

const markOf = (change: PastEvent, userId: string) => ({
  change: change.changeId,
  at: change.at,
  about: aboutOf(change.event),
  sentence: toldTo(userId, change),
});

const FAMILIES: readonly (readonly [beginning: string, about: About])[] = [
  ['FixedCost', 'fixed_cost'],
  ['VariableCost', 'variable_cost'],
  ['Month', 'revenue'],
  ['AverageTicket', 'revenue'],
  ['Ingredient', 'ingredient'],
  ['Dish', 'dish'],
];

const aboutOf = ({ type }: BusinessEvent): About =>
  FAMILIES.find(([beginning]) => type.startsWith(beginning))?.[1] ?? 'business';
