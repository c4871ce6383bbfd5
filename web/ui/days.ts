import { formatDay, withOrdinal } from './instants.ts';

/** The entries of one day in São Paulo. */
export interface Day<Entry> {
  /** The date: '21/11/2026'. */
  readonly key: string;
  /** The heading: 'Hoje, 21 de novembro', 'sexta-feira, 20 de novembro de 2026'. */
  readonly name: string;
  readonly entries: readonly Entry[];
}

const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 24 * 60 * 60 * 1_000;
const shortFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, day: 'numeric', month: 'long' });
const longFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Groups sorted entries, ascending or descending, by day. */
export function groupByDay<Entry extends { readonly at: string }>(
  entries: readonly Entry[],
  now: Date,
): readonly Day<Entry>[] {
  const days: { key: string; name: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const key = formatDay(entry.at);
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, name: nameOf(entry.at, now), entries: [entry] });
  }
  return days;
}

function nameOf(instant: string, now: Date): string {
  const key = formatDay(instant);
  const dayText = withOrdinal(shortFormat.format(new Date(instant)));
  if (key === formatDay(now.toISOString())) return `Hoje, ${dayText}`;
  if (key === formatDay(new Date(now.getTime() - DAY_MS).toISOString())) return `Ontem, ${dayText}`;
  return withOrdinal(longFormat.format(new Date(instant)));
}
