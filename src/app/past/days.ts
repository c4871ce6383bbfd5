import { dayAfter, dayOf, endOfDay } from '#contract/instants.ts';

/** How far apart the points of a history are. */
export type Grain = 'day' | 'week' | 'month';

const GRAINS: readonly Grain[] = ['day', 'week', 'month'];

/** The finest grain at which these days, ascending, make at most `most` points; the coarsest where none does. */
export function grainFor(days: readonly string[], most: number): Grain {
  return GRAINS.find((grain) => new Set(days.map((day) => spellOf(day, grain))).size <= most) ?? 'month';
}

/** The stretch of time that a day belongs to, as text that is the same for all its days: a day, a week, a month. */
export function spellOf(day: string, grain: Grain): string {
  if (grain === 'day') return day;
  return grain === 'month' ? day.slice(0, 7) : mondayOf(day);
}

function mondayOf(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(day, -sinceMonday);
}

/** `dayOf` for instants that never go back: asks the calendar once for each day. */
export function dayByDay(): (at: string) => string {
  let day = '';
  let end = '';
  return (at) => {
    if (at > end || day === '') {
      day = dayOf(at);
      end = endOfDay(day);
    }
    return day;
  };
}
