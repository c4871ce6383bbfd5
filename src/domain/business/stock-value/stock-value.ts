import type { TenThousandths } from '../../decimal.ts';
import type { Decisions } from '../decision.ts';
import type { Evolution } from '../business-draft.ts';
import { changedSinceRefusal, type Inverses } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import { FIRST_MONTH } from '../month/fields.ts';
import type { SingleRefusal } from '../refusals.ts';

export type StockValueCommand =
  /** `currentMonth` is the month of the command, YYYY-MM; left out in samples, where nobody types. */
  | Command<'RecordStockValue', { month: string; value: TenThousandths; currentMonth?: string | undefined }>
  | Command<'ClearStockValue', { month: string; currentMonth?: string | undefined }>;

/** The value of the stock at the end of a month (YYYY-MM); null if none is recorded. */
export type StockValueEvent = Event<
  'StockValueRecorded',
  { month: string; from: TenThousandths | null; to: TenThousandths | null }
>;

const change = (month: string, from: TenThousandths | null, to: TenThousandths | null): readonly StockValueEvent[] =>
  from === to ? [] : [{ type: 'StockValueRecorded', data: { month, from, to } }];

function monthRefusal({ month, currentMonth }: StockValueCommand): SingleRefusal | undefined {
  if (month < FIRST_MONTH) return { refusal: 'month_too_early', month };
  if (currentMonth !== undefined && month > currentMonth) return { refusal: 'month_to_come', month };
  return undefined;
}

export const stockValueDecisions: Decisions<StockValueCommand, StockValueEvent> = {
  RecordStockValue: {
    decide: ({ stockValues }, command) =>
      monthRefusal(command) ?? change(command.month, stockValues.get(command.month) ?? null, command.value),
  },
  ClearStockValue: {
    decide: ({ stockValues }, command) =>
      monthRefusal(command) ?? change(command.month, stockValues.get(command.month) ?? null, null),
  },
};

export const stockValueEvolution: Evolution<StockValueEvent, 'stockValues'> = {
  StockValueRecorded({ stockValues }, { month, to }) {
    if (to === null) stockValues.delete(month);
    else stockValues.set(month, to);
  },
};

export const stockValueInverses: Inverses<StockValueEvent> = {
  StockValueRecorded: ({ stockValues }, { month, from, to }) =>
    (stockValues.get(month) ?? null) === to
      ? { type: 'StockValueRecorded', data: { month, from: to, to: from } }
      : changedSinceRefusal({ kind: 'stock_value', month }, 'value', true),
};
