import type { SalesEvent } from '#domain/business/sales/sales.ts';
import { yearMonthName } from '../month-names.ts';
import type { Predicates } from './sentence.ts';
import { counted } from './words.ts';

export const salesPredicates: Predicates<SalesEvent> = {
  SalesRecorded: ({ month, channelName, rows }) =>
    `informou as vendas de ${yearMonthName(month)} em “${channelName}”: ${counted(rows.length, 'prato', 'pratos')}`,
};
