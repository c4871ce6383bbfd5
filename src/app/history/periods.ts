import { dayAfter, dayOf, endOfDay } from '#contract/instants.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { HistoryEvent } from './history-event.ts';

/** The distance between the points of a history. */
export type Granularity = 'day' | 'week' | 'month';

const GRANULARITIES: readonly Granularity[] = ['day', 'week', 'month'];

/** A period in which something changed. */
export interface Period {
  /** The first day of the period with a change. */
  readonly day: string;
  /** The index of the last event of the period that changed something. */
  readonly last: number;
  readonly changes: readonly HistoryEvent[];
}

interface Events {
  readonly events: readonly HistoryEvent[];
  /** The index of the first event that counts; earlier ones only set up the state. */
  readonly startIndex: number;
  /** Index after the last event. */
  readonly endIndex: number;
}

/** The days with a relevant event. `isConcerned` is called with each event in order. */
export function daysOf(
  isConcerned: (event: BusinessEvent) => boolean,
  { events, startIndex, endIndex }: Events,
): readonly Period[] {
  const periods: { day: string; last: number; changes: HistoryEvent[] }[] = [];
  let endOfLast = '';
  for (let index = 0; index < endIndex; index += 1) {
    const change = events[index];
    if (!change || !isConcerned(change.event) || index < startIndex) continue;
    const period = periods.at(-1);
    // Instants never decrease, so the calendar is needed once for each day.
    if (period && change.at <= endOfLast) {
      period.last = index;
      period.changes.push(change);
      continue;
    }
    const day = dayOf(change.at);
    endOfLast = endOfDay(day);
    periods.push({ day, last: index, changes: [change] });
  }
  return periods;
}

/** Days, weeks or months: the finest that give at most `most` periods, and months even where they give more. */
export function coarsenPeriods(
  days: readonly Period[],
  maxPeriods: number,
): { readonly periods: readonly Period[]; readonly granularity: Granularity } {
  for (const granularity of GRANULARITIES) {
    const periods = groupPeriods(days, granularity);
    if (periods.length <= maxPeriods || granularity === 'month') return { periods, granularity };
  }
  return { periods: days, granularity: 'day' };
}

function groupPeriods(days: readonly Period[], granularity: Granularity): readonly Period[] {
  if (granularity === 'day') return days;
  const daysByPeriod = new Map<string, Period[]>();
  for (const period of days) {
    const periodKey = granularity === 'week' ? mondayOf(period.day) : period.day.slice(0, 7);
    const periodDays = daysByPeriod.get(periodKey);
    if (periodDays) periodDays.push(period);
    else daysByPeriod.set(periodKey, [period]);
  }
  return [...daysByPeriod.values()].map((periodDays) => ({
    day: periodDays[0]?.day ?? '',
    last: periodDays.at(-1)?.last ?? 0,
    changes: periodDays.flatMap(({ changes }) => changes),
  }));
}

function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(day, -sinceMonday);
}
