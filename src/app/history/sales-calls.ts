import { channelSalesBody } from '#contract/entities/sales.ts';
import { mixBody } from '#contract/figures.ts';
import { dayOf } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { wrongInput } from '#contract/refused-calls.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { monthsBefore } from '#domain/figures/months.ts';
import { businessAsOf } from './as-of.ts';
import type { BusinessHistory } from './business-history.ts';
import type { HistoryCall, HistoryInput } from './history-call.ts';
import { RefusedRead } from './refused-read.ts';

const SHOWN_MONTHS = 12;

type Asked = Pick<HistoryInput<OwnerContract['mix']>, 'query' | 'now'>;

const businessAt = (history: BusinessHistory, { query: { as_of }, now }: Asked) =>
  as_of ? businessAsOf(history, as_of, now) : history.business();

/** By month, and in each in the order of the channels. @throws RefusedRead for months the wrong way round */
export const listSales: HistoryCall<OwnerContract['listSales']> = (history, asked) => {
  const { query, now } = asked;
  const last = query.to ?? dayOf(query.as_of?.to ?? now).slice(0, 7);
  const from = query.from ?? monthsBefore(last, SHOWN_MONTHS - 1);
  if (query.to !== undefined && query.to < from)
    throw new RefusedRead(wrongInput({ to: 'O mês final precisa vir depois do inicial.' }));
  const { sales, channels } = businessAt(history, asked);
  const order = new Map([...channels.keys()].map((id, index) => [id, index]));
  return [...sales.values()]
    .filter(({ month }) => month >= from && (query.to === undefined || month <= query.to))
    .toSorted((a, b) =>
      a.month < b.month ? -1 : a.month > b.month ? 1 : (order.get(a.channelId) ?? 0) - (order.get(b.channelId) ?? 0),
    )
    .map(channelSalesBody);
};

export const mix: HistoryCall<OwnerContract['mix']> = (history, asked) =>
  mixBody(businessFigures(businessAt(history, asked)).mix);
