import { dayAfter, dayOf, endOfDay } from '#contract/instants.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { HistoryEvent } from './history-event.ts';

/** The distance between the points of a history. */
export type Grain = 'day' | 'week' | 'month';

const GRAINS: readonly Grain[] = ['day', 'week', 'month'];

/** A period in which something changed. */
export interface Period {
  /** The first day of the period with a change. */
  readonly day: string;
  /** Index of the last event of the period that changed something. */
  readonly last: number;
  readonly changes: readonly HistoryEvent[];
}

interface Events {
  readonly events: readonly HistoryEvent[];
  /** Index of the first event that counts; earlier ones only set up the state. */
  readonly begin: number;
  /** Index after the last event. */
  readonly end: number;
}

/** The days with a relevant event. `isConcerned` is called with each event in order. */
export function daysOf(
  isConcerned: (event: BusinessEvent) => boolean,
  { events, begin, end }: Events,
): readonly Period[] {
  const cuts: { day: string; last: number; changes: HistoryEvent[] }[] = [];
  let endOfLast = '';
  for (let index = 0; index < end; index += 1) {
    const change = events[index];
    if (!change || !isConcerned(change.event) || index < begin) continue;
    const cut = cuts.at(-1);
    // Instants never decrease, so the calendar is needed once for each day.
    if (cut && change.at <= endOfLast) {
      cut.last = index;
      cut.changes.push(change);
      continue;
    }
    const day = dayOf(change.at);
    endOfLast = endOfDay(day);
    cuts.push({ day, last: index, changes: [change] });
  }
  return cuts;
}

/** Days, weeks or months: the finest that give at most `most` periods, and months even where they give more. */
export function coarsenPeriods(
  days: readonly Period[],
  most: number,
): { readonly cuts: readonly Period[]; readonly grain: Grain } {
  for (const grain of GRAINS) {
    const cuts = groupPeriods(days, grain);
    if (cuts.length <= most || grain === 'month') return { cuts, grain };
  }
  return { cuts: days, grain: 'day' };
}

function groupPeriods(days: readonly Period[], grain: Grain): readonly Period[] {
  if (grain === 'day') return days;
  const spells = new Map<string, Period[]>();
  for (const cut of days) {
    const spell = grain === 'week' ? mondayOf(cut.day) : cut.day.slice(0, 7);
    const known = spells.get(spell);
    if (known) known.push(cut);
    else spells.set(spell, [cut]);
  }
  return [...spells.values()].map((cuts) => ({
    day: cuts[0]?.day ?? '',
    last: cuts.at(-1)?.last ?? 0,
    changes: cuts.flatMap(({ changes }) => changes),
  }));
}

function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(day, -sinceMonday);
}
