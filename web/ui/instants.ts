import { SCALE } from '#domain/decimal.ts';
import { money } from '#domain/format.ts';
import { once } from '#domain/once.ts';

const DAY = { timeZone: 'America/Sao_Paulo', day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dayOf = once(() => new Intl.DateTimeFormat('pt-BR', DAY));
const shortDayOf = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: DAY.timeZone, day: '2-digit', month: '2-digit' }),
);
const timeOf = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: DAY.timeZone, hour: '2-digit', minute: '2-digit' }),
);

/** '21/11 às 10:32' in São Paulo. */
export const dayAndHour = (at: Date): string => `${shortDayOf().format(at)} às ${timeOf().format(at)}`;

/** '21/11/2026' in São Paulo, from an ISO instant. */
export const day = (instant: string): string => dayOf().format(new Date(instant));

/** '21/11/2026, 14:30' in São Paulo, from an ISO instant. */
export const dayAndTime = (instant: string): string => `${day(instant)}, ${timeOf().format(new Date(instant))}`;

/** '14:30' in São Paulo. */
export const time = (instant: string): string => timeOf().format(new Date(instant));

/** The first day of a month is an ordinal: '1 de março' → '1º de março'. */
export const withOrdinal = (date: string): string => date.replace(/(?<!\d)1 de /, '1º de ');

const secondOf = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: DAY.timeZone, timeStyle: 'medium' }));

/** '21/11/2026, 14:30:05' in São Paulo. */
export const dayAndSecond = (instant: string): string => `${day(instant)}, ${secondOf().format(new Date(instant))}`;

/** 10 → 'R$ 10,00'. */
export const reais = (amount: number): string => money(Math.round(amount * SCALE));
