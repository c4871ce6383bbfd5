import { count } from '#domain/format.ts';

/** Where on the page the plan stands. */
export const PLAN_ID = 'plano';

export const changesIn = (number: number): string => (number === 1 ? '1 mudança' : `${count(number)} mudanças`);
