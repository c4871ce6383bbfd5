import { once } from '#domain/once.ts';

const SAO_PAULO = { timeZone: 'America/Sao_Paulo' } as const;
const dayOf = once(() => new Intl.DateTimeFormat('pt-BR', { ...SAO_PAULO, day: '2-digit', month: '2-digit' }));
const hourOf = once(() => new Intl.DateTimeFormat('pt-BR', { ...SAO_PAULO, hour: '2-digit', minute: '2-digit' }));

/** '21/11 às 10:32', in São Paulo. */
export const dayAndHour = (at: Date): string => `${dayOf().format(at)} às ${hourOf().format(at)}`;
