import { dayOf, futureProblem, isDay, readMoment, startOfDay } from '#contract/instants.ts';
import { once } from '#domain/once.ts';
import { withOrdinal } from '#web/ui/instants.ts';
import { useStores } from '#web/stores/root-store.tsx';

/**
 * Reads the moment of the past that the address asks for; undefined without one, and for an invalid or future one.
 */
export function readAsOf(search: string, now = new Date()): string | undefined {
  const parameter = new URLSearchParams(search).get('as_of');
  const moment = parameter === null ? undefined : readMoment(parameter);
  if (parameter === null || !moment || futureProblem(moment, now) !== undefined) return undefined;
  // Today is shown as the present, which can be changed.
  return isDay(parameter) && parameter === dayOf(now) ? undefined : parameter;
}

/** Adds a moment to an address of the dashboard; without one the address stays as it is. */
export function addressAsOf(address: string, asOf: string | undefined): string {
  if (asOf === undefined) return address;
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  query.set('as_of', asOf);
  return `${path}?${query}`;
}

/** Removes the moment from an address of the dashboard. */
export function presentAddress(path: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('as_of');
  const remaining = query.toString();
  return remaining === '' ? path : `${path}?${remaining}`;
}

const TIME_ZONE = { timeZone: 'America/Sao_Paulo' } as const;
const LONG_DATE = once(
  () => new Intl.DateTimeFormat('pt-BR', { ...TIME_ZONE, day: 'numeric', month: 'long', year: 'numeric' }),
);
const SHORT_DATE = once(
  () => new Intl.DateTimeFormat('pt-BR', { ...TIME_ZONE, day: '2-digit', month: '2-digit', year: 'numeric' }),
);
const TIME_OF_DAY = once(() => new Intl.DateTimeFormat('pt-BR', { ...TIME_ZONE, hour: '2-digit', minute: '2-digit' }));

const instantOf = (asOf: string): Date => new Date(isDay(asOf) ? startOfDay(asOf) : asOf);

/** Writes a day as '31 de março de 2026' and an instant as '31 de março de 2026, às 18:00'. */
export function longDate(asOf: string): string {
  const date = withOrdinal(LONG_DATE().format(instantOf(asOf)));
  return isDay(asOf) ? date : `${date}, às ${TIME_OF_DAY().format(instantOf(asOf))}`;
}

/** Writes the day of a date or an instant as '31/03/2026'. */
export const shortDate = (asOf: string): string => SHORT_DATE().format(instantOf(asOf));

/** Returns a function that adds the current moment of the past, if there is one, to addresses of the dashboard. */
export function useAddressAsOf(): (address: string) => string {
  const { asOf } = useStores().business;
  return (address) => addressAsOf(address, asOf);
}
