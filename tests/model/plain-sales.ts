import { mainOf } from './plain-channels.ts';
import {
  type PlainBusiness,
  type PlainChannel,
  type PlainSales,
  type PlainSold,
  type PlainSoldChange,
  textOf,
} from './plain-business.ts';
import { done, type Outcome, type PlainCall, refused, unknown } from './plain-outcomes.ts';
import type { SalesSet, SoldMeaning } from './wire-values.ts';

const wire = (units: number): number => units / 10_000;

const salesAnswer = ({ month, channelId, rows }: PlainSales) => ({
  month,
  channel_id: channelId,
  rows: rows.map(({ dishId, quantity, revenue }) => ({
    dish_id: dishId,
    quantity,
    revenue: revenue === null ? null : wire(revenue),
  })),
});

const setOf = ({ sales }: PlainBusiness, month: string, channelId: string): PlainSales | undefined =>
  sales.find((each) => each.month === month && each.channelId === channelId);

const isSame = (a: PlainSold | null, b: PlainSold | null): boolean =>
  a?.quantity === b?.quantity && a?.revenue === b?.revenue;

const heldRow = (business: PlainBusiness, { month, channelId, dishId }: Omit<PlainSoldChange, 'from' | 'to'>) =>
  setOf(business, month, channelId)?.rows.find((row) => row.dishId === dishId) ?? null;

/** Returns true if the row still has the value from which it is to change, in an existing channel. */
export const isAsWas = (business: PlainBusiness, row: PlainSoldChange): boolean =>
  business.channels.some(({ id }) => id === row.channelId) && isSame(heldRow(business, row), row.from);

/**
 * Sets rows of sales. An existing row keeps its place, a new or restored one is added at the end, and a set without
 * rows is removed.
 */
export function putRows(business: PlainBusiness, sold: readonly PlainSoldChange[]): void {
  for (const { month, channelId, dishId, to } of sold) {
    const known = setOf(business, month, channelId);
    const set = known ?? { month, channelId, rows: [] };
    if (!known) business.sales.push(set);
    const isThere = set.rows.some((row) => row.dishId === dishId);
    if (to === null) set.rows = set.rows.filter((row) => row.dishId !== dishId);
    else set.rows = isThere ? set.rows.map((row) => (row.dishId === dishId ? to : row)) : [...set.rows, to];
    if (set.rows.length === 0) business.sales.splice(business.sales.indexOf(set), 1);
  }
}

type RecordedSales =
  | { readonly sold: readonly PlainSoldChange[]; readonly channelId: string }
  | { readonly refusal: 'channel' }
  | { readonly refusal: 'dish'; readonly at: number };

/** Sets the rows of a month and a channel; the first sales in the main channel create that channel. */
function record(business: PlainBusiness, { month, channel_id: asked, rows }: SalesSet, newId: string): RecordedSales {
  const channel = asked === 'main' ? mainOf(business) : business.channels.find(({ id }) => id === asked);
  if (!channel && asked !== 'main') return { refusal: 'channel' };
  const channelId = channel?.id ?? newId;
  const changes = rows.map((row: SoldMeaning) => {
    const { dish_id: dishId, quantity, revenue } = row;
    const from = heldRow(business, { month, channelId, dishId });
    const to = quantity === 0 ? null : { dishId, quantity, revenue };
    return { month, channelId, dishId, from, to };
  });
  const at = changes.findIndex(({ dishId, from }) => from === null && !business.dishes.some(({ id }) => id === dishId));
  if (at >= 0) return { refusal: 'dish', at };
  const sold = changes.filter(({ from, to }) => !isSame(from, to));
  if (sold.length > 0 && !channel) business.channels.push(counter(channelId));
  putRows(business, sold);
  return { sold, channelId };
}

/** The rows of one command; empty if none of them changed. */
const together = (rows: readonly PlainSoldChange[]): readonly (readonly PlainSoldChange[])[] =>
  rows.length > 0 ? [rows] : [];

const counter = (id: string): PlainChannel => ({ id, name: 'Balcão', isMain: true, version: 1 });

/** Returns the current sales of the requested month and channel. */
function standing(business: PlainBusiness, { month, channel_id: asked }: SalesSet) {
  const channelId = asked === 'main' ? (mainOf(business)?.id ?? asked) : asked;
  return salesAnswer(setOf(business, month, channelId) ?? { month, channelId, rows: [] });
}

export function recordSales(call: PlainCall): Outcome {
  const { business, params, fields, newId } = call;
  const set: SalesSet = {
    month: params['month'] ?? '',
    channel_id: params['channelId'] ?? '',
    rows: fields['rows'] as readonly SoldMeaning[],
  };
  const outcome = record(business, set, newId);
  const sold = 'refusal' in outcome ? [] : together(outcome.sold);
  if (!('refusal' in outcome)) return done(200, standing(business, set), sold.length > 0, sold);
  if (outcome.refusal === 'channel') return unknown;
  return refused(422, 'sold_dish_unknown', [`rows.${outcome.at}.dish_id`]);
}

interface RevenueMeaning {
  readonly month: number;
  readonly value: number;
  readonly orders_count: number;
}

/** Imports all sets or none: after a refusal the business is half changed, and the caller restores it. */
export function importSales(call: PlainCall): Outcome {
  const { business, fields, newId } = call;
  const sets = fields['sets'] as readonly SalesSet[];
  const sold: (readonly PlainSoldChange[])[] = [];
  for (const [index, set] of sets.entries()) {
    const outcome = record(business, set, newId);
    if (!('refusal' in outcome)) sold.push(...together(outcome.sold));
    else if (outcome.refusal === 'channel') return refused(422, 'channel_unknown', [`sets.${index}.channel_id`]);
    else return refused(422, 'sold_dish_unknown', [`sets.${index}.rows.${outcome.at}.dish_id`]);
  }
  let months = 0;
  for (const { month, value, orders_count: orders } of fields[
    'revenue'
  ] as readonly unknown[] as readonly RevenueMeaning[])
    months += recordMonth(business, { month, value, orders }) ? 1 : 0;
  return done(
    200,
    sets.map((set) => standing(business, set)),
    sold.length + months > 0,
    sold,
  );
}

/** @returns true if the value of the month changed */
export function recordMonth(
  business: PlainBusiness,
  { month, value, orders }: { readonly month: number; readonly value: number; readonly orders: number },
): boolean {
  const held = business.months.find((each) => each.month === month);
  if ((held?.value ?? 0) === value && (held?.orders ?? 0) === orders) return false;
  if (held) Object.assign(held, { value, orders, version: held.version + 1 });
  else business.months.push({ month, value, orders, version: business.clearedVersion + 1 });
  return true;
}

/** The last name of a removed dish. */
function lastName({ dishes, changes }: PlainBusiness, dishId: string): string | undefined {
  if (dishes.some(({ id }) => id === dishId)) return undefined;
  for (const { before } of changes.toReversed()) {
    const dish = before.dishes.find(({ id }) => id === dishId);
    if (dish) return textOf(dish.fields['name']);
  }
  return undefined;
}

/** The sales by month, and in each month in the order of the channels. */
export const listedSales = (business: PlainBusiness, { from, to }: { readonly from: string; readonly to: string }) => {
  const { sales, channels } = business;
  const place = ({ channelId }: PlainSales): number => channels.findIndex(({ id }) => id === channelId);
  return sales
    .filter(({ month }) => month >= from && month <= to)
    .toSorted((a, b) => (a.month === b.month ? place(a) - place(b) : a.month < b.month ? -1 : 1))
    .map(salesAnswer)
    .map((set) => ({
      ...set,
      rows: set.rows.map((row) => {
        const name = lastName(business, row.dish_id);
        return name === undefined ? row : { ...row, dish_name: name };
      }),
    }));
};
