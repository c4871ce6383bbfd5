import { salesKey } from '#domain/business/sales/fields.ts';
import type { Business, Channel, ChannelSales } from '#domain/business/state.ts';
import fc from 'fast-check';
import { entangledStatePairs, costingStatePairs } from './costing-state-arbitraries.ts';

/** The channels, prices and sales, which a costing state does not contain. */
interface Trade {
  /** The first is the main one. */
  readonly channels: readonly string[];
  readonly prices: Readonly<Record<string, number>>;
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  readonly rates: Readonly<
    Record<string, { readonly percentage: number; readonly channels: readonly string[] | null }>
  >;
  readonly sold: Readonly<Record<string, { readonly quantity: number; readonly revenue: number | null }>>;
  readonly mixMonths: number | null;
}

const CHANNELS = ['app', 'balcão', 'salão'];
const DISHES = ['prato 0', 'prato 1', 'prato 2', 'prato 3', 'prato 4'];
const INGREDIENTS = ['insumo 0', 'insumo 1', 'insumo 2', 'insumo 3'];
const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11'];
const MIX_MONTHS = [null, 1, 3, 6];

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length];

/** One change of channels, prices or sales, as numbers. */
type Step = readonly [kind: number, which: number, where: number, how: number];

const without = <Row>(rows: Readonly<Record<string, Row>>, key: string): Readonly<Record<string, Row>> =>
  Object.fromEntries(Object.entries(rows).filter(([each]) => each !== key));

const STEPS: readonly ((trade: Trade, which: number, where: number, how: number) => Trade)[] = [
  (trade, which, where, how) => {
    const key = `${pick(DISHES, which)} ${pick(CHANNELS, where)}`;
    const price = how % 5 === 0 ? 0 : 40_000 + ((how * 11_117) % 900_000);
    return { ...trade, prices: how % 4 === 0 ? without(trade.prices, key) : { ...trade.prices, [key]: price } };
  },
  (trade, which, where, how) => {
    const key = `${pick(DISHES, which)} ${pick(INGREDIENTS, where)}`;
    const scope = CHANNELS.filter((_, i) => how & (1 << i));
    return { ...trade, scopes: how % 4 === 0 ? without(trade.scopes, key) : { ...trade.scopes, [key]: scope } };
  },
  (trade, which, where, how) => {
    const key = which % 2 ? 'comissão' : 'taxa';
    const scope = CHANNELS.filter((_, i) => where & (1 << i));
    const rate = { percentage: (how * 613) % 300_000, channels: scope.length === 0 ? null : scope };
    return { ...trade, rates: how % 5 === 0 ? without(trade.rates, key) : { ...trade.rates, [key]: rate } };
  },
  (trade, which, _, how) => ({ ...trade, mixMonths: pick(MIX_MONTHS, which + how) ?? null }),
  (trade, which, where) => {
    const channel = pick(CHANNELS, which) ?? '';
    if (!trade.channels.includes(channel)) return { ...trade, channels: [...trade.channels, channel] };
    const others = trade.channels.filter((each) => each !== channel);
    // The channel is removed or becomes the main one.
    return { ...trade, channels: where % 2 && others.length > 0 ? others : [channel, ...others] };
  },
];

function sell(trade: Trade, which: number, where: number, how: number): Trade {
  const place = `${pick(MONTHS, how % 97)} ${pick(CHANNELS, where)}`;
  const key = `${place} ${pick(DISHES, which)}`;
  const quantity = 1 + ((how * 31) % 900);
  const revenue = how % 3 === 0 ? quantity * (10_000 + ((how * 977) % 500_000)) : null;
  return { ...trade, sold: how % 6 === 0 ? without(trade.sold, key) : { ...trade.sold, [key]: { quantity, revenue } } };
}

/** Sales are the most frequent steps. */
const ALL = [...STEPS, sell, sell, sell, sell];

const traded = (trade: Trade, steps: readonly Step[], all = ALL): Trade =>
  steps.reduce((now, [kind, ...how]) => all[kind % all.length]?.(now, ...how) ?? now, trade);

/** Adds the channels, prices and sales to a costing state. */
function withTrade(kitchen: Business, trade: Trade): Business {
  const { channels: open } = trade;
  const isOpen = (id: string): boolean => open.includes(id);
  const channels = new Map(
    open.map((id, i): readonly [string, Channel] => [id, { id, name: id, isMain: i === 0, version: 1, sequence: i }]),
  );
  const sales = new Map<string, ChannelSales>();
  for (const month of MONTHS)
    for (const channelId of open) {
      const rows = DISHES.flatMap((dishId) => {
        const row = trade.sold[`${month} ${channelId} ${dishId}`];
        return row ? [{ dishId, ...row }] : [];
      });
      if (rows.length > 0) sales.set(salesKey({ month, channelId }), { month, channelId, rows });
    }
  return {
    ...kitchen,
    channels,
    sales,
    settings: { ...kitchen.settings, mixMonths: trade.mixMonths },
    variableCosts: new Map(
      Object.entries(trade.rates).map(([id, { percentage, channels: scope }]) => {
        const there = scope?.filter(isOpen) ?? null;
        return [
          id,
          { id, name: id, percentage, channels: there?.length === 0 ? null : there, version: 1, sequence: 1 },
        ];
      }),
    ),
    dishes: new Map(
      Array.from(kitchen.dishes, ([id, dish]) => {
        const own = open.slice(1).flatMap((channelId) => {
          const price = trade.prices[`${id} ${channelId}`];
          return price === undefined ? [] : [[channelId, price] as const];
        });
        const lines = dish.lines.map((line) => {
          const scope = trade.scopes[`${id} ${line.ingredientId}`]?.filter(isOpen) ?? [];
          return { ...line, channels: scope.length === 0 ? null : scope };
        });
        return [id, { ...dish, prices: own.length === 0 ? null : Object.fromEntries(own), lines }];
      }),
    ),
  };
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.nat({ max: 999 }),
  fc.nat({ max: 999 }),
  fc.nat({ max: 999 }),
  fc.nat({ max: 9_999 }),
);
const stepsOf = (minLength: number, maxLength: number) => fc.array(step, { minLength, maxLength, size: 'max' });

const START: Trade = {
  channels: ['balcão', 'app'],
  prices: {},
  scopes: {},
  rates: { taxa: { percentage: 123_456, channels: null } },
  sold: {},
  mixMonths: null,
};

/** A selling business before and after at most `most` steps. */
export const sellingStatePairs = (most: number): fc.Arbitrary<readonly [Business, Business]> =>
  fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: costingStatePairs(most) }, { weight: 1, arbitrary: entangledStatePairs }),
      stepsOf(2, 8),
      stepsOf(4, 14),
      stepsOf(0, most),
      fc.boolean(),
    )
    .map(([[before, after], trading, selling, steps, isKitchenStill]) => {
      const trade = traded(traded(START, trading), selling, [sell]);
      return [withTrade(before, trade), withTrade(isKitchenStill ? before : after, traded(trade, steps))] as const;
    });
