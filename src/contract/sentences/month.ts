import type { RevenueFigures } from '#domain/business/month/fields.ts';
import type { MonthRevenueEvent } from '#domain/business/month/month-revenue.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { monthName, yearMonthName } from '../instants.ts';
import type { EventPhrases } from './sentence.ts';
import { countText, fromTo } from './words.ts';
import type { AverageTicketEvent } from '#domain/business/month/average-ticket.ts';
import type { SalesEvent } from '#domain/business/sales/sales.ts';

/** The revenue of a month with its orders: 'R$ 52.000,00 em 1.040 pedidos'. */
const revenueText = ({ value, orders }: RevenueFigures): string =>
  `${formatMoney(value)} em ${countText(orders, 'pedido', 'pedidos')}`;

export const monthRevenuePhrases: EventPhrases<MonthRevenueEvent> = {
  MonthRevenueRecorded({ month, from, to }) {
    const before = from ? `; antes eram ${formatMoney(from.value)} em ${formatCount(from.orders)}` : '';
    return `informou o faturamento de ${monthName(month)}: ${revenueText(to)}${before}`;
  },
  MonthRevenueCleared: (cleared) =>
    `retirou o faturamento de ${monthName(cleared.month)}, onde havia ${revenueText(cleared)}`,
};

export const averageTicketPhrases: EventPhrases<AverageTicketEvent> = {
  AverageTicketStated: ({ from, to }) =>
    from === null
      ? `informou o ticket médio de ${formatMoney(to)}`
      : `mudou o ticket médio ${fromTo({ from, to }, formatMoney)}`,
  AverageTicketWithdrawn: ({ ticket }) => `retirou o ticket médio de ${formatMoney(ticket)}`,
};

export const salesPhrases: EventPhrases<SalesEvent> = {
  SalesRecorded: ({ month, channelName, rows }) =>
    `informou as vendas de ${yearMonthName(month)} em “${channelName}”: ${countText(rows.length, 'prato', 'pratos')}`,
};
