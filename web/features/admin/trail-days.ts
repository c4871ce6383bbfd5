import { byDay, type Day } from '#web/ui/days.ts';
import type { TrailEntry } from './trail-list.ts';

/** One entry, or several that say the same in a row: somebody looked, and looked again. */
export interface TrailRun {
  readonly newest: TrailEntry;
  readonly times: number;
}

export interface TrailDay extends Pick<Day<TrailEntry>, 'key' | 'name'> {
  readonly runs: readonly TrailRun[];
}

/** The entries, newest first as they are, under the days in São Paulo on which they happened. */
export const trailDays = (entries: readonly TrailEntry[], now: Date): readonly TrailDay[] =>
  byDay(entries, now).map(({ key, name, entries: ofDay }) => ({ key, name, runs: runsOf(ofDay) }));

function runsOf(entries: readonly TrailEntry[]): readonly TrailRun[] {
  const runs: TrailRun[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const isSame = entry.type === 'PersonalDataRead' && last?.newest.sentence === entry.sentence;
    if (last && isSame) runs.splice(-1, 1, { ...last, times: last.times + 1 });
    else runs.push({ newest: entry, times: 1 });
  }
  return runs;
}
