import { SCALE } from '#domain/decimal.ts';
import { count, decimalPlaces } from '#domain/format.ts';

/** How far something is behind the log, in words: 'em dia', '3 eventos atrás, 0,4 s', 'atraso desconhecido'. Not every log counts its events. */
export function lagWords(events: number | null, seconds?: number | null): string {
  if (events === 0) return 'em dia';
  const time = typeof seconds === 'number' ? `${decimalPlaces(Math.round(seconds * SCALE), 1)} s` : undefined;
  if (events === null) return time === undefined ? 'atraso desconhecido' : `${time} atrás`;
  return [`${counted(events, 'evento', 'eventos')} atrás`, time].filter((words) => words !== undefined).join(', ');
}

/** (1, 'pessoa', 'pessoas') → '1 pessoa' */
export const counted = (number: number, one: string, many: string): string =>
  `${count(number)} ${number === 1 ? one : many}`;
