import fc from 'fast-check';
import { isId } from './plain-api.ts';
import type { PlainChannel } from './plain-business.ts';
import { FIELDS, type WireValue, type SoldMeaning } from './wire-values.ts';
import type { FindTarget, Identified } from './targets.ts';
import { anyTarget } from './targets.ts';

/** The channels in which a cost or a line counts. */
export const anyScope = fc.oneof(
  { weight: 10, arbitrary: fc.constant('left out' as const) },
  { weight: 2, arbitrary: fc.constant('everywhere' as const) },
  { weight: 6, arbitrary: fc.array(anyTarget, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('nowhere' as const, 'no list' as const) },
);
type AnyScope = typeof anyScope extends fc.Arbitrary<infer T> ? T : never;

export function wireScope(scope: AnyScope, channels: readonly Identified[], id: FindTarget): WireValue {
  if (scope === 'left out') return { sent: undefined, means: undefined };
  if (scope === 'everywhere') return { sent: null, means: null };
  if (scope === 'nowhere') return { sent: [], means: undefined };
  if (scope === 'no list') return { sent: 'todos', means: undefined };
  const ids = scope.map((each) => id(channels, each));
  const wrongParts = ids.flatMap((each, i) => (isId(each) ? [] : [String(i)]));
  return wrongParts.length > 0 ? { sent: ids, means: undefined, wrongParts } : { sent: ids, means: [...new Set(ids)] };
}

const somePrice = fc.oneof(
  { weight: 3, arbitrary: FIELDS.sale_price.filter(({ sent }) => sent !== null) },
  { weight: 1, arbitrary: fc.constant<WireValue>({ sent: null, means: null }) },
);

/** The prices of a dish in some channels. */
export const anyPrices = fc.oneof(
  { weight: 8, arbitrary: fc.constant('left out' as const) },
  { weight: 1, arbitrary: fc.constant('none' as const) },
  {
    weight: 8,
    arbitrary: fc.array(fc.record({ channel: anyTarget, price: somePrice }), { minLength: 1, maxLength: 2 }),
  },
);
type AnyPrices = typeof anyPrices extends fc.Arbitrary<infer T> ? T : never;

/** Picks channels with their prices, seldom the main channel, which has no price of its own. */
export function wirePrices(prices: AnyPrices, all: readonly PlainChannel[], id: FindTarget): WireValue {
  if (prices === 'left out') return { sent: undefined, means: undefined };
  if (prices === 'none') return { sent: null, means: null };
  const others = all.filter(({ isMain }) => !isMain);
  const channels = [...others, ...others, ...others, ...all];
  const byId = new Map(prices.map(({ channel, price }) => [id(channels, channel), price]));
  const entries = [...byId];
  const wrongParts = entries.flatMap(([key, { means }]) => (isId(key) && means !== undefined ? [] : [key]));
  const sent = Object.fromEntries(entries.map(([key, price]) => [key, price.sent]));
  return wrongParts.length > 0
    ? { sent, means: undefined, wrongParts }
    : { sent, means: Object.fromEntries(entries.map(([key, price]) => [key, price.means as number | null])) };
}

const anyRow = fc.record({
  dish: anyTarget,
  quantity: FIELDS.sold,
  revenue: fc.option(FIELDS.sold_revenue, { nil: undefined, freq: 2 }),
});

/** Rows of sales; some repeat a dish. */
export const anyRows = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.uniqueArray(anyRow, { selector: ({ dish }) => dish.at % 3, minLength: 1, maxLength: 3, size: 'max' }),
  },
  { weight: 1, arbitrary: fc.array(anyRow, { maxLength: 3 }) },
);
type AnyRows = typeof anyRows extends fc.Arbitrary<infer T> ? T : never;

/** A dish may be in one row only, which is checked after everything else. */
export function wireRows(rows: AnyRows, dishes: readonly Identified[], id: FindTarget): WireValue {
  const all = rows.map(({ dish, ...row }) => ({ ...row, dishId: id(dishes, dish) }));
  const sent = all.map(({ dishId, quantity, revenue }) => ({
    dish_id: dishId,
    quantity: quantity.sent,
    ...(revenue ? { revenue: revenue.sent } : {}),
  }));
  const wrong = all.flatMap(({ dishId, quantity, revenue }, i) => [
    ...(isId(dishId) ? [] : [`${i}.dish_id`]),
    ...(quantity.means === undefined ? [`${i}.quantity`] : []),
    ...(revenue && revenue.means === undefined ? [`${i}.revenue`] : []),
  ]);
  const twice = all.flatMap(({ dishId }, i) =>
    all.slice(0, i).some((other) => other.dishId === dishId) ? [`${i}.dish_id`] : [],
  );
  const wrongParts = wrong.length > 0 ? wrong : twice;
  if (wrongParts.length > 0) return { sent, means: undefined, wrongParts };
  const means = all.map(({ dishId, quantity, revenue }): SoldMeaning => ({
    dish_id: dishId,
    quantity: Number(quantity.means),
    revenue: typeof revenue?.means === 'number' ? revenue.means : null,
  }));
  return { sent, means };
}

/** Months around a turn of the year, one of them far from the others; rarely an invalid one. */
export const anySalesMonth = fc.oneof(
  { weight: 25, arbitrary: fc.constantFrom('2025-11', '2025-12', '2026-01', '2026-01', '2026-02', '2026-07') },
  { weight: 1, arbitrary: fc.constantFrom('2026-13', '2026-00', '2026-1', 'x') },
);
const isMonth = (month: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(month);

/** The main channel by its name, or any by its id. */
export const anySalesChannel = fc.oneof(
  { weight: 1, arbitrary: fc.constant('main' as const) },
  { weight: 2, arbitrary: anyTarget },
);
type AnySalesChannel = typeof anySalesChannel extends fc.Arbitrary<infer T> ? T : never;

export const salesChannel = (asked: AnySalesChannel, channels: readonly Identified[], id: FindTarget): string =>
  asked === 'main' ? asked : id(channels, asked);

export const anySets = fc.array(fc.record({ month: anySalesMonth, channel: anySalesChannel, rows: anyRows }), {
  minLength: 1,
  maxLength: 3,
});
type AnySets = typeof anySets extends fc.Arbitrary<infer T> ? T : never;

interface Lists {
  readonly channels: readonly Identified[];
  readonly dishes: readonly Identified[];
}

/** Gathers several parts, each with its own wrong fields, into one value. */
const gathered = (
  parts: readonly { readonly sent: unknown; readonly means: unknown; readonly wrong: readonly string[] }[],
): WireValue => {
  const sent = parts.map((part) => part.sent);
  const wrongParts = parts.flatMap(({ wrong }, i) => wrong.map((each) => `${i}.${each}`));
  return wrongParts.length > 0
    ? { sent, means: undefined, wrongParts }
    : { sent, means: parts.map((part) => part.means) as never };
};

export const wireSets = (sets: AnySets, { channels, dishes }: Lists, id: FindTarget): WireValue =>
  gathered(
    sets.map(({ month, channel, rows }) => {
      const channel_id = salesChannel(channel, channels, id);
      const sold = wireRows(rows, dishes, id);
      return {
        sent: { month, channel_id, rows: sold.sent },
        means: { month, channel_id, rows: sold.means },
        wrong: [
          ...(isMonth(month) ? [] : ['month']),
          ...(channel_id === 'main' || isId(channel_id) ? [] : ['channel_id']),
          ...(sold.wrongParts ?? []).map((part) => `rows.${part}`),
        ],
      };
    }),
  );

/** The revenue of months from the same report; sometimes none. */
export const anyRevenue = fc.option(
  fc.array(fc.record({ month: FIELDS.month, value: FIELDS.revenue, orders_count: FIELDS.orders_count }), {
    minLength: 1,
    maxLength: 2,
  }),
  { nil: undefined, freq: 3 },
);
type AnyRevenue = typeof anyRevenue extends fc.Arbitrary<infer T> ? T : never;

export const wireRevenue = (revenue: AnyRevenue): WireValue =>
  revenue === undefined
    ? { sent: undefined, means: [] }
    : gathered(
        revenue.map((each) => ({
          sent: Object.fromEntries(Object.entries(each).map(([name, { sent }]) => [name, sent])),
          means: Object.fromEntries(Object.entries(each).map(([name, { means }]) => [name, means])),
          wrong: Object.entries(each).flatMap(([name, { means }]) => (means === undefined ? [name] : [])),
        })),
      );
