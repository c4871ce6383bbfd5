const ZONE = { timeZone: 'America/Sao_Paulo' };

/** Formats an instant as Asaas does, in São Paulo time without a zone: '2026-11-21 00:45:21'. */
export const localTime = (instant: Date): string => instant.toLocaleString('sv-SE', ZONE);

/** Formats an instant as a date in São Paulo: '2026-11-21'. */
export const localDate = (instant: Date): string => instant.toLocaleDateString('sv-SE', ZONE);

/** The last moment of a day: '2026-11-21' → 2026-11-22T02:59:59Z. There has been no summer time since 2019. */
export const endOfDay = (date: string): Date => new Date(`${date}T23:59:59-03:00`);

/** Parses the result of `localTime`; undefined for other texts. */
export function instantFrom(text: string): Date | undefined {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const instant = new Date(`${date}T${time}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
