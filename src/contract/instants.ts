import { once } from '#domain/once.ts';

/** Moments of the past: "como estava em 31 de março". Days are days in São Paulo, as everywhere on screen. */

/**
 * A requested moment as ISO instants: a day from its first millisecond to its last, an instant from itself to itself.
 */
export interface RequestedMoment {
  readonly start: string;
  readonly end: string;
}

const FUTURE_SENTENCE = 'Esta data ainda não chegou.';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
/** The plus of an offset arrives as a space where it was not encoded in an address. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.(\d{1,9}))?(Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Parses '2026-03-31' or '2026-03-31T18:00:00-03:00', with milliseconds like the log; undefined for anything else. */
export function readMoment(text: string): RequestedMoment | undefined {
  if (isDay(text)) return { start: startOfDay(text), end: endOfDay(text) };
  const [, day, time = '', fraction = '', offset = ''] = INSTANT.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const seconds = time.length === 5 ? `${time}:00` : time;
  const instant = new Date(`${day}T${seconds}.${milliseconds}${offset.replace(' ', '+')}`).toISOString();
  // A year outside of 0000–9999 would no longer compare as text.
  return instant.length === 24 ? { start: instant, end: instant } : undefined;
}

/**
 * Tells whether a text is a day of the calendar, such as '2026-02-28', and the day after it has a year of four digits
 * too.
 */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined || Number(year) < 1000 || Number(year) > 9998) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().slice(0, 10) === text;
}

/** The sentence for a moment in the future; undefined for other moments. Today is allowed all day. */
export const futureProblem = (moment: RequestedMoment, now: Date): string | undefined =>
  moment.start > now.toISOString() ? FUTURE_SENTENCE : undefined;

/** Hours that clocks in São Paulo have been behind UTC: three, and two in the summers with summer time. */
const UTC_OFFSET_HOURS = [3, 2] as const;
const MINUTE_MS = 60_000;

const calendar = once(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Sao_Paulo',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

/** The day in São Paulo at an instant: '2026-03-31'. */
export const dayOf = (at: Date | string): string => calendar().format(new Date(at));

/** The last millisecond of a day in São Paulo, as ISO instant. */
export const endOfDay = (day: string): string => new Date(Date.parse(startOfDay(dayAfter(day, 1))) - 1).toISOString();

/** The first millisecond of a day in São Paulo. Where summer time began at midnight, the day began at one o'clock. */
export function startOfDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const candidates = UTC_OFFSET_HOURS.map((hours) => midnight + hours * 60 * MINUTE_MS);
  const start = candidates.toSorted((a, b) => a - b).find((at) => dayOf(new Date(at)) === day);
  return new Date(start ?? midnight + 3 * 60 * MINUTE_MS).toISOString();
}

/** A day in Brazilian notation: '2026-03-31' → '31/03/2026'. */
export const dayText = (day: string): string => day.split('-').toReversed().join('/');

/** The day so many days later, or earlier: ('2026-03-31', 1) → '2026-04-01'. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);

/** The same day a number of months before, or the last day of that month: ('2026-03-31', 1) → '2026-02-28'. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Month names; Janeiro is the first. */
export const MONTHS = [
  'Janeiro',
  'Fevereiro',
  'Março',
  'Abril',
  'Maio',
  'Junho',
  'Julho',
  'Agosto',
  'Setembro',
  'Outubro',
  'Novembro',
  'Dezembro',
] as const;

/** The name of a month within a sentence: 1 → 'janeiro'. */
export const monthName = (month: number): string => MONTHS[month - 1]?.toLowerCase() ?? `mês ${month}`;

/** The name of a month and year within a sentence: '2026-10' → 'outubro de 2026'. */
export const yearMonthName = (month: string): string => `${monthName(Number(month.slice(5)))} de ${month.slice(0, 4)}`;
