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
