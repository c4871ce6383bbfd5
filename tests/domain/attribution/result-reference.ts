import type { Business } from '#domain/business/state.ts';
import {
  exactly,
  EXACT,
  figuresBetween,
  isTheSame,
  keysBetween,
  NONE,
  over,
  plus,
  type Quotient,
  rounded,
  type Side,
  sumOf,
  times,
} from './kitchen-reference.ts';

/**
 * The result in reais between two states, row by row of what was sold, with plain fractions: nothing of the module under
 * test or of the figures.
 */

const SIDES = [0, 1] as const;
type States = readonly [Business, Business];

/** Every cause that there can be, under the names that the module gives them. */
export function resultKeysBetween(before: Business, after: Business): readonly string[] {
  const states: States = [before, after];
  const keys = new Set(keysBetween(before, after));
  keys.delete('revenue revenue');
  if (monthsLookedAt(before) !== monthsLookedAt(after)) keys.add('mix_months mix_months');
  // Also what another dish does to which months are looked at is a matter of what is sold of this one.
  const soldOf = (id: string, state: Business) =>
    states.map((through) => {
      const { rows, months } = windowOf(state, monthsLookedAt(through));
      return [months, rows.filter(({ dishId }) => dishId === id)];
    });
  for (const id of before.dishes.keys()) {
    if (!after.dishes.has(id)) continue;
    if (!isTheSame(soldOf(id, before), soldOf(id, after))) keys.add(`dish_sales ${id}`);
    for (const channelId of new Set([...before.channels.keys(), ...after.channels.keys()])) {
      const prices = pricesOf(id, channelId, states);
      if (prices.isOwn && prices.values[0] !== prices.values[1]) keys.add(`channel_price ${id} ${channelId}`);
    }
  }
  return [...keys];
}

const monthsLookedAt = ({ settings }: Business): number => settings.mixMonths ?? 3;

/** What a dish costs in a channel of its state; undefined where the channel is none. */
function priceIn(state: Business, id: string, channelId: string) {
  const [dish, channel] = [state.dishes.get(id), state.channels.get(channelId)];
  if (!dish || !channel) return undefined;
  const own = channel.isMain ? undefined : dish.prices?.[channelId];
  return { isMain: channel.isMain, isOwn: own !== undefined, value: own ?? dish.salePrice };
}

/** Both prices, and whether they are the channel's own: then the sale price does not move them. */
function pricesOf(id: string, channelId: string, states: States) {
  const there = states.map((state) => priceIn(state, id, channelId));
  const [old, now] = there;
  if (old && now) return { isOwn: old.isOwn || now.isOwn, values: [old.value, now.value] as const };
  const only = old ?? now;
  // A channel of one state only keeps its price, unless that is a sale price that goes on without it.
  if (only && (only.isMain || only.isOwn)) return { isOwn: true, values: [only.value, only.value] as const };
  const sale = states.map(({ dishes }) => dishes.get(id)?.salePrice ?? 0);
  return { isOwn: false, values: [sale[0] ?? 0, sale[1] ?? 0] as const };
}

interface Row {
  readonly month: string;
  readonly channelId: string;
  readonly dishId: string;
  readonly quantity: number;
  readonly revenue: number | null;
}

const rowsOf = ({ sales }: Business): readonly Row[] =>
  [...sales.values()].flatMap(({ month, channelId, rows }) => rows.map((row) => ({ month, channelId, ...row })));

const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** The rows of so many months up to the latest that brought something, and in how many of these something did. */
function windowOf(state: Business, months: number) {
  const brings = ({ dishId, channelId, quantity, revenue }: Row): boolean =>
    (revenue ?? quantity * (priceIn(state, dishId, channelId)?.value ?? 0)) > 0 && state.dishes.has(dishId);
  const rows = rowsOf(state);
  const latest = Math.max(...rows.filter(brings).map(({ month }) => indexOf(month)));
  const inside = rows.filter(({ month }) => indexOf(month) <= latest && indexOf(month) > latest - months);
  return { rows: inside, months: new Set(inside.filter(brings).map(({ month }) => month)).size };
}

const isOfCost = (key: string): boolean =>
  /^(ingredient|preparation_recipe|dish_recipe|dish_portions|production_loss) /.test(key);

/** What each dish costs in each channel with any of the causes as they are after. */
function costsBetween(before: Business, after: Business, keys: readonly string[]) {
  const figures = figuresBetween(before, after);
  const own = keys.filter(isOfCost);
  const came = keys.filter((key) => key.startsWith('dish ') && after.dishes.has(key.slice('dish '.length)));
  const mixed = Array.from({ length: 2 ** own.length }, (_, mask) =>
    figures(new Set([...own.filter((_key, i) => mask & (1 << i)), ...came])),
  );
  const known = new Map<string, readonly Quotient[]>();
  const costsOf = (id: string, channelId: string): readonly Quotient[] => {
    const name = `${id} ${channelId}`;
    const costs = known.get(name) ?? mixed.map((each) => each.costIn(id, channelId) ?? NONE);
    known.set(name, costs);
    return costs;
  };
  const isSame = (a: Quotient = NONE, b: Quotient = NONE): boolean => a.n * b.d === b.n * a.d;
  return {
    /** Does no cause make it dearer or cheaper? */
    isStill: (id: string, channelId: string): boolean => {
      const costs = costsOf(id, channelId);
      return costs.every((each) => isSame(each, costs[0]));
    },
  };
}

/**
 * The result with the chosen causes as they are after; as it is shown, and without its roundings, but for the cost of what
 * no cause makes dearer or cheaper.
 */
export function resultsBetween(before: Business, after: Business, keys: readonly string[]) {
  const states: States = [before, after];
  const windows = SIDES.map((of) => SIDES.map((through) => windowOf(states[of], monthsLookedAt(states[through]))));
  const figures = figuresBetween(before, after);
  const ids = [...new Set([...before.dishes.keys(), ...after.dishes.keys()])];

  const { isStill } = costsBetween(before, after, keys);

  return (chosen: ReadonlySet<string>): { readonly shown: number; readonly exact: bigint } => {
    const side = (key: string): Side => (chosen.has(key) ? 1 : 0);
    const costs = figures(chosen);
    const rateIn = (channelId: string): bigint =>
      sumOf('variableCosts', states, (id) => {
        const cost = states[side(`variable_cost ${id}`)].variableCosts.get(id);
        return cost && (cost.channels === null || cost.channels.includes(channelId)) ? cost.percentage : 0;
      });
    const priceNow = (id: string, channelId: string): bigint => {
      const { isOwn, values } = pricesOf(id, channelId, states);
      const isKept = states.every(({ dishes }) => dishes.has(id));
      const only: Side = before.dishes.has(id) ? 0 : 1;
      if (!isKept) return BigInt(priceIn(states[only], id, channelId)?.value ?? 0);
      return BigInt(values[side(isOwn ? `channel_price ${id} ${channelId}` : `dish_price ${id}`)]);
    };
    let [shown, exact] = [NONE, NONE];
    for (const id of ids) {
      const isKept = before.dishes.has(id) && after.dishes.has(id);
      const only: Side = before.dishes.has(id) ? 0 : 1;
      const of = isKept ? side(`dish_sales ${id}`) : only;
      const window = windows[of]?.[side('mix_months mix_months')];
      for (const { dishId, channelId, quantity, revenue } of window?.rows ?? []) {
        const cost = dishId === id ? costs.costIn(id, channelId) : undefined;
        const brought = revenue === null ? BigInt(quantity) * priceNow(id, channelId) : BigInt(revenue);
        if (!cost || brought === 0n) continue;
        const left = (cmv: Quotient): Quotient => {
          const paid = plus(times(over(quantity, 1), cmv), over(brought * rateIn(channelId), 1_000_000n));
          return times(plus(over(brought, 1), { n: -paid.n, d: paid.d }), over(1, window?.months ?? 1));
        };
        shown = plus(shown, left(over(rounded(cost), 1)));
        exact = plus(exact, left(isStill(id, channelId) ? over(rounded(cost), 1) : cost));
      }
    }
    const fixed = sumOf('fixedCosts', states, (id) => states[side(`fixed_cost ${id}`)].fixedCosts.get(id)?.value);
    // Rounded once, half away from nothing, as the figure is.
    const whole = plus(shown, over(-fixed, 1));
    const result = whole.n < 0n ? -rounded({ n: -whole.n, d: whole.d }) : rounded(whole);
    return { shown: Number(result), exact: exactly(exact) - fixed * EXACT };
  };
}

/** By how many units, at most, the result as it is shown is off the same without roundings, in any mixed state. */
export const roundingOf = (keys: readonly string[], results: ReturnType<typeof resultsBetween>): number =>
  Array.from({ length: 2 ** keys.length }, (_, mask) => {
    const { shown, exact } = results(new Set(keys.filter((_key, i) => mask & (1 << i))));
    return Math.abs(Number(BigInt(shown) * EXACT - exact) / Number(EXACT));
  }).reduce((most, each) => Math.max(most, each), 0);
