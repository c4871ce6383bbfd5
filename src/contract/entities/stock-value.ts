import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { type CommandMappings, requireRow } from './command-mapping.ts';
import type { StockValueBody } from './stock-value.schema.ts';

export const stockValueBodies = ({ stockValues }: Pick<Business, 'stockValues'>): StockValueBody[] =>
  [...stockValues]
    .map(([month, value]) => ({ month, value: fromTenThousandths(value) }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1));

/** Reads the stock values, which have a call of their own. */
export const stockValuesFrom = (bodies: readonly StockValueBody[]): Business['stockValues'] =>
  new Map(bodies.map(({ month, value }) => [month, requireTenThousandths(value)]));

export const stockValueCommands: CommandMappings<'RecordStockValue' | 'ClearStockValue'> = {
  RecordStockValue: {
    endpoint: 'recordStockValue',
    kind: 'other',
    toRequest: ({ month, value }) => ({ params: { month }, body: { value: fromTenThousandths(value) } }),
    command: ({ params, body, today }) => ({
      type: 'RecordStockValue',
      month: params.month,
      value: body.value,
      currentMonth: today.slice(0, 7),
    }),
    reply: ({ stockValues }, { month }) => ({ month, value: fromTenThousandths(requireRow(stockValues, month)) }),
    readWriteSet: ({ month }) => ({ writes: [`stock of ${month}`], reads: [] }),
  },
  ClearStockValue: {
    endpoint: 'clearStockValue',
    kind: 'removes',
    toRequest: ({ month }) => ({ params: { month } }),
    command: ({ params, today }) => ({
      type: 'ClearStockValue',
      month: params.month,
      currentMonth: today.slice(0, 7),
    }),
    reply: () => undefined,
    readWriteSet: ({ month }) => ({ writes: [`stock of ${month}`], reads: [] }),
  },
};
