import { dayAfter, monthsBefore } from '#contract/instants.ts';

/** The address of the history. */
export const HISTORY = '/dashboard/historico';

/** The periods of a history. */
export const PERIODS = [
  { key: '30d', label: '30 dias' },
  { key: '3m', label: '3 meses' },
  { key: '12m', label: '12 meses' },
  { key: 'tudo', label: 'Tudo' },
] as const;

export type PeriodKey = (typeof PERIODS)[number]['key'];

/** A requested history, as the address names it. */
export interface HistoryRequest {
  /** The subject as the API names it: 'business', 'ingredient:{id}' or 'dish:{id}'. */
  readonly subject: string;
  readonly period: PeriodKey;
}

export function historyRequestFrom(search: string): HistoryRequest {
  const query = new URLSearchParams(search);
  const period = PERIODS.find(({ key }) => key === query.get('periodo'))?.key ?? '12m';
  return { subject: query.get('de') ?? 'business', period };
}

/** The address of a history: `historyAddress({ of: 'dish:…' })`. */
export function historyAddress({ subject = 'business', period = '12m' }: Partial<HistoryRequest>): string {
  const query = new URLSearchParams({
    ...(subject === 'business' ? {} : { de: subject }),
    ...(period === '12m' ? {} : { periodo: period }),
  }).toString();
  return query === '' ? HISTORY : `${HISTORY}?${query}`;
}

/** The first day of a period; undefined for all of the history. */
export function firstDayOf(period: PeriodKey, today: string): string | undefined {
  if (period === 'tudo') return undefined;
  if (period === '30d') return dayAfter(today, -30);
  return monthsBefore(today, period === '3m' ? 3 : 12);
}
