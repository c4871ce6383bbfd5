import { isDay, monthsBefore } from '#contract/instants.ts';
import { PROFIT_CHANGE } from '../navigation/addresses.ts';

/** A figure of the business as a whole: the estimated profit in percent, or the result in reais. */
type FigureOfAll = 'profit' | 'result';

/** The two days and the dish of a question; without a dish it is about a figure of the business as a whole. */
export interface ProfitQuestion {
  readonly from: string;
  readonly to: string;
  readonly dish: string | null;
  readonly figure: FigureOfAll;
}

/** Periods, each with the day whose end it begins at. */
export const PRESETS: readonly { readonly name: string; readonly from: (today: string) => string }[] = [
  { name: 'Desde o mês passado', from: (today) => monthsBefore(today, 1) },
  { name: 'Últimos 3 meses', from: (today) => monthsBefore(today, 3) },
  { name: 'Este ano', from: (today) => `${Number(today.slice(0, 4)) - 1}-12-31` },
];

const RESULT = 'resultado';

/**
 * Reads the question from the address: '?de=2026-10-21&ate=2026-11-21&prato=…', '&conta=resultado'. Missing or invalid
 * days default to a month ago and today.
 */
export function questionIn(search: string, today: string): ProfitQuestion {
  const asked = new URLSearchParams(search);
  const dayIn = (name: string): string | undefined => [asked.get(name) ?? ''].find(isDay);
  return {
    from: dayIn('de') ?? monthsBefore(today, 1),
    to: dayIn('ate') ?? today,
    dish: asked.get('prato'),
    figure: asked.get('conta') === RESULT && !asked.has('prato') ? 'result' : 'profit',
  };
}

/** The default end, today, is left out, so that the address stays current. */
export function addressOf({ from, to, dish, figure }: ProfitQuestion, today: string): string {
  const asked = new URLSearchParams({
    de: from,
    ...(to === today ? {} : { ate: to }),
    ...(dish === null ? (figure === 'result' ? { conta: RESULT } : {}) : { prato: dish }),
  });
  return `${PROFIT_CHANGE}?${asked.toString()}`;
}
