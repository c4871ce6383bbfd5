import { dayAfter, monthsBefore } from '#contract/instants.ts';

/** Where the history is. */
export const HISTORY = '/dashboard/historico';

/** How far back a history is looked at. */
export const PERIODS = [
  { key: '30d', label: '30 dias' },
  { key: '3m', label: '3 meses' },
  { key: '12m', label: '12 meses' },
  { key: 'tudo', label: 'Tudo' },
] as const;

export type PeriodKey = (typeof PERIODS)[number]['key'];

/** What an address of the history asks for. */
export interface HistoryRequest {
  /** 'business', 'ingredient:{id}' or 'dish:{id}', as the API has it. */
  readonly of: string;
  readonly period: PeriodKey;
}

export function requestFrom(search: string): HistoryRequest {
  const query = new URLSearchParams(search);
  const period = PERIODS.find(({ key }) => key === query.get('periodo'))?.key ?? '12m';
  return { of: query.get('de') ?? 'business', period };
}

/** Where the history of something is: `historyAddress({ of: 'dish:…' })`. */
export function historyAddress({ of = 'business', period = '12m' }: Partial<HistoryRequest>): string {
  const query = new URLSearchParams({
    ...(of === 'business' ? {} : { de: of }),
    ...(period === '12m' ? {} : { periodo: period }),
  }).toString();
  return query === '' ? HISTORY : `${HISTORY}?${query}`;
}

/** The first day that is looked at; undefined: from the beginning. */
export function firstDayOf(period: PeriodKey, today: string): string | undefined {
  if (period === 'tudo') return undefined;
  if (period === '30d') return dayAfter(today, -30);
  return monthsBefore(today, period === '3m' ? 3 : 12);
}
