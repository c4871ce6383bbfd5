/** Janeiro is 1. */
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

/** Twelve of them fit under a chart on a phone. */
export const initial = (name: string): string => name.slice(0, 1);
