import { SCALE } from '#domain/decimal.ts';
import { formatMoney } from '#domain/format.ts';
import { once } from '#domain/once.ts';

const DAY = { timeZone: 'America/Sao_Paulo', day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dayFormat = once(() => new Intl.DateTimeFormat('pt-BR', DAY));
const shortDayFormat = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: DAY.timeZone, day: '2-digit', month: '2-digit' }),
);
const timeFormat = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: DAY.timeZone, hour: '2-digit', minute: '2-digit' }),
);

/** The day and time in São Paulo without the year: '21/11 às 10:32'. */
export const formatShortDayAndTime = (at: Date): string =>
  `${shortDayFormat().format(at)} às ${timeFormat().format(at)}`;

/** The day of an ISO instant in São Paulo: '21/11/2026'. */
export const formatDay = (instant: string): string => dayFormat().format(new Date(instant));

/** The day and time of an ISO instant in São Paulo: '21/11/2026, 14:30'. */
export const formatDayAndTime = (instant: string): string =>
  `${formatDay(instant)}, ${timeFormat().format(new Date(instant))}`;

/** The time of an ISO instant in São Paulo: '14:30'. */
export const formatTime = (instant: string): string => timeFormat().format(new Date(instant));

/** The first day of a month is an ordinal: '1 de março' → '1º de março'. */
export const withOrdinal = (date: string): string => date.replace(/(?<!\d)1 de /, '1º de ');

const secondFormat = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: DAY.timeZone, timeStyle: 'medium' }));

/** The day and time of an ISO instant in São Paulo, to the second: '21/11/2026, 14:30:05'. */
export const formatDayAndSecond = (instant: string): string =>
  `${formatDay(instant)}, ${secondFormat().format(new Date(instant))}`;

/** An amount in reais, such as an administrator sees it: 10 → 'R$ 10,00'. */
export const formatReais = (amount: number): string => formatMoney(Math.round(amount * SCALE));
