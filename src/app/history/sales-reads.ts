import { monthsBefore } from '#domain/figures/mix.ts';
import { entityOf } from '#domain/business/event-entities.ts';
import { channelSalesBody } from '#contract/entities/sales.ts';
import type { ChannelSalesBody, SalesListBody } from '#contract/entities/sales.schema.ts';
import { mixBody } from '#contract/figures.ts';
import { dayOf } from '#contract/instants.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { invalidInput } from '#contract/refused-calls.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import {
  businessAsOf,
  type BusinessHistory,
  type HistoryRead,
  type HistoryInput,
  RefusedRead,
} from './business-history.ts';

const SHOWN_MONTHS = 12;

type MixQuery = Pick<HistoryInput<OwnerContract['mix']>, 'query' | 'now'>;

const businessAt = (history: BusinessHistory, { query: { as_of }, now }: MixQuery) =>
  as_of ? businessAsOf(history, as_of, now) : history.business();

/** Sales ordered by month, then by channel. @throws RefusedRead for months in the wrong order */
export const listSales: HistoryRead<OwnerContract['listSales']> = (history, input) => {
  const { query, now } = input;
  const last = query.to ?? dayOf(query.as_of?.end ?? now).slice(0, 7);
  const from = query.from ?? monthsBefore(last, SHOWN_MONTHS - 1);
  if (query.to !== undefined && query.to < from)
    throw new RefusedRead(invalidInput({ to: 'O mês final precisa vir depois do inicial.' }));
  const { sales, channels, dishes } = businessAt(history, input);
  const order = new Map([...channels.keys()].map((id, index) => [id, index]));
  const sets = [...sales.values()]
    .filter(({ month }) => month >= from && (query.to === undefined || month <= query.to))
    .toSorted((a, b) =>
      a.month < b.month ? -1 : a.month > b.month ? 1 : (order.get(a.channelId) ?? 0) - (order.get(b.channelId) ?? 0),
    )
    .map(channelSalesBody);
  const sold = new Set(sets.flatMap(({ rows }) => rows.map((row) => row.dish_id)));
  const names = lastNames(history, new Set([...sold].filter((id) => !dishes.has(id))));
  return names.size === 0 ? sets : sets.map((set) => withNames(set, names));
};

/** The last names of dishes, by id. */
function lastNames({ events }: BusinessHistory, ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (let i = events.length - 1; i >= 0 && names.size < ids.size; i -= 1) {
    const event = events[i]?.event;
    const entity = event && entityOf(event);
    if (entity?.kind === 'dish' && ids.has(entity.id) && !names.has(entity.id)) names.set(entity.id, entity.name);
  }
  return names;
}

const withNames = (set: ChannelSalesBody, names: ReadonlyMap<string, string>): SalesListBody => ({
  ...set,
  rows: set.rows.map((row) => {
    const name = names.get(row.dish_id);
    return name === undefined ? row : { ...row, dish_name: name };
  }),
});

export const mix: HistoryRead<OwnerContract['mix']> = (history, input) =>
  mixBody(businessFigures(businessAt(history, input)).mix);
