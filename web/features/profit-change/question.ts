import { isDay, monthsBefore } from '#contract/instants.ts';
import { PROFIT_CHANGE } from '../navigation/addresses.ts';

/** A figure of the business as a whole: the estimated profit in percent, or the result in reais. */
type BusinessFigure = 'profit' | 'result';

/** The two days and the dish of a question; without a dish it is about a figure of the business as a whole. */
export interface ProfitQuestion {
  readonly from: string;
  readonly to: string;
  readonly dish: string | null;
  readonly figure: BusinessFigure;
}

/** The periods to choose from. A period begins at the end of its first day. */
export const PERIODS: readonly { readonly name: string; readonly from: (today: string) => string }[] = [
  { name: 'Desde o mês passado', from: (today) => monthsBefore(today, 1) },
  { name: 'Últimos 3 meses', from: (today) => monthsBefore(today, 3) },
  { name: 'Este ano', from: (today) => `${Number(today.slice(0, 4)) - 1}-12-31` },
];

const RESULT = 'resultado';

/**
 * Reads the question from the address: '?de=2026-10-21&ate=2026-11-21&prato=…', '&conta=resultado'. Missing or invalid
 * days default to a month ago and today.
 */
export function readQuestion(search: string, today: string): ProfitQuestion {
  const query = new URLSearchParams(search);
  const dayIn = (name: string): string | undefined => [query.get(name) ?? ''].find(isDay);
  return {
    from: dayIn('de') ?? monthsBefore(today, 1),
    to: dayIn('ate') ?? today,
    dish: query.get('prato'),
    figure: query.get('conta') === RESULT && !query.has('prato') ? 'result' : 'profit',
  };
}

/** Writes a question as an address. Today, the default end, is left out, so that the address stays current. */
export function questionAddress({ from, to, dish, figure }: ProfitQuestion, today: string): string {
  const query = new URLSearchParams({
    de: from,
    ...(to === today ? {} : { ate: to }),
    ...(dish === null ? (figure === 'result' ? { conta: RESULT } : {}) : { prato: dish }),
  });
  return `${PROFIT_CHANGE}?${query.toString()}`;
}
