import { day } from '../payment/instants.ts';
import type { TrailEntry } from './trail-list.ts';

/** One entry, or several that say the same in a row: somebody looked, and looked again. */
export interface TrailRun {
  readonly newest: TrailEntry;
  readonly times: number;
}

export interface TrailDay {
  /** '21/11/2026' */
  readonly key: string;
  /** 'Hoje, 21 de novembro', 'sexta-feira, 20 de novembro de 2026' */
  readonly name: string;
  readonly runs: readonly TrailRun[];
}

const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 24 * 60 * 60 * 1_000;
const short = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, day: 'numeric', month: 'long' });
const long = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** The entries, newest first as they are, under the days in São Paulo on which they happened. */
export function trailDays(entries: readonly TrailEntry[], now: Date): readonly TrailDay[] {
  const days: { key: string; name: string; runs: TrailRun[] }[] = [];
  for (const entry of entries) {
    const key = day(entry.at);
    const last = days.at(-1);
    if (last?.key === key) put(last.runs, entry);
    else days.push({ key, name: nameOf(entry.at, now), runs: [runOf(entry)] });
  }
  return days;
}

const runOf = (entry: TrailEntry): TrailRun => ({ newest: entry, times: 1 });

function put(runs: TrailRun[], entry: TrailEntry): void {
  const last = runs.at(-1);
  const isSame = entry.type === 'PersonalDataRead' && last?.newest.sentence === entry.sentence;
  if (last && isSame) runs.splice(-1, 1, { ...last, times: last.times + 1 });
  else runs.push(runOf(entry));
}

function nameOf(instant: string, now: Date): string {
  const key = day(instant);
  if (key === day(now.toISOString())) return `Hoje, ${short.format(new Date(instant))}`;
  if (key === day(new Date(now.getTime() - DAY_MS).toISOString())) return `Ontem, ${short.format(new Date(instant))}`;
  return long.format(new Date(instant));
}
