import { dayOf, futureProblem, isDay, readMoment, startOfDay } from '#contract/instants.ts';
import { once } from '#domain/once.ts';
import { withOrdinal } from '#web/ui/instants.ts';
import { useStores } from '#web/stores/root-store.tsx';

/**
 * The date in the address as of which to show the business; undefined without one, and for an invalid or future one.
 */
export function asOfFrom(search: string, now = new Date()): string | undefined {
  const asked = new URLSearchParams(search).get('as_of');
  const moment = asked === null ? undefined : readMoment(asked);
  if (asked === null || !moment || futureProblem(moment, now) !== undefined) return undefined;
  // Today is shown as the present, which can be changed.
  return isDay(asked) && asked === dayOf(now) ? undefined : asked;
}

/** An address of the dashboard as of a moment: ('/dashboard?tab=recipes', '2026-03-31'). */
export function addressAsOf(address: string, asOf: string | undefined): string {
  if (asOf === undefined) return address;
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  query.set('as_of', asOf);
  return `${path}?${query}`;
}

/** The same address without the moment. */
export function presentAddress(path: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('as_of');
  const rest = query.toString();
  return rest === '' ? path : `${path}?${rest}`;
}

const ZONE = { timeZone: 'America/Sao_Paulo' } as const;
const LONG = once(() => new Intl.DateTimeFormat('pt-BR', { ...ZONE, day: 'numeric', month: 'long', year: 'numeric' }));
const SHORT = once(
  () => new Intl.DateTimeFormat('pt-BR', { ...ZONE, day: '2-digit', month: '2-digit', year: 'numeric' }),
);
const TIME = once(() => new Intl.DateTimeFormat('pt-BR', { ...ZONE, hour: '2-digit', minute: '2-digit' }));

const instantOf = (asOf: string): Date => new Date(isDay(asOf) ? startOfDay(asOf) : asOf);

/** '31 de março de 2026'; for an instant '31 de março de 2026, às 18:00'. */
export function longDate(asOf: string): string {
  const date = withOrdinal(LONG().format(instantOf(asOf)));
  return isDay(asOf) ? date : `${date}, às ${TIME().format(instantOf(asOf))}`;
}

/** '31/03/2026' */
export const shortDate = (asOf: string): string => SHORT().format(instantOf(asOf));

/** A function that adds the current moment of the past, if there is one, to addresses of the dashboard. */
export function useSameMoment(): (address: string) => string {
  const { asOf } = useStores().business;
  return (address) => addressAsOf(address, asOf);
}
