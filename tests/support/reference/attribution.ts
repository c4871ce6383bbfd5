import type { RecipeLine } from '#domain/business/recipe/line.ts';
import type { Business, Dish, Ingredient, Preparation } from '#domain/business/state.ts';
import { dishCost, exactDishResult, exactProfit, referenceFigures } from './figures.ts';
import { inUnits, minus, over, type Ratio, ratio, rounded, sum, times, zero } from './ratio.ts';
import { unitRatio } from './units.ts';

/**
 * The effect of each difference between two states of a business on a figure: the Shapley value, calculated from the
 * figure in every mixed state. Every fact that differs is one of the causes.
 */

type Side = 0 | 1;
const SIDES = [0, 1] as const;
type Both<Fact> = readonly [before: Fact, after: Fact];
type Component = Ingredient | Preparation;

/** Exact figures are whole multiples of 2⁻⁸⁰ units: fractions with any denominator would take too long to sum. */
export const EXACT = 1n << 80n;
const exactly = (figure: Ratio): bigint => (figure.top * 10_000n * EXACT) / figure.bottom;

export interface MixedFigure {
  /** The figure as it is displayed, in units. */
  readonly shown: number;
  /** The figure without any rounding, in steps of `EXACT`. */
  readonly exact: bigint;
}

/** Every subset of the causes. */
const subsetsOf = (keys: readonly string[]): readonly ReadonlySet<string>[] =>
  Array.from({ length: 2 ** keys.length }, (_, mask) => new Set(keys.filter((_key, i) => mask & (1 << i))));

/** Returns the mean effect of each cause on the figure over all orders of the causes. */
export function meansOverAllOrders(
  keys: readonly string[],
  value: (chosen: ReadonlySet<string>) => bigint | number,
): ReadonlyMap<string, number> {
  const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
  const values = subsetsOf(keys).map((chosen) => BigInt(value(chosen)));
  return new Map(
    keys.map((key, own) => {
      let total = 0n;
      values.forEach((before, mask) => {
        if (mask & (1 << own)) return;
        const size = keys.filter((_, i) => mask & (1 << i)).length;
        // This number of orders has exactly these causes before this one.
        const orders = factorial(size) * factorial(keys.length - 1 - size);
        total += orders * ((values[mask | (1 << own)] ?? 0n) - before);
      });
      return [key, Number(total) / Number(factorial(keys.length))];
    }),
  );
}

/** The largest difference, in units, between the displayed and the exact figure in any mixed state. */
export const largestRounding = (
  keys: readonly string[],
  figure: (chosen: ReadonlySet<string>) => MixedFigure,
): number =>
  subsetsOf(keys)
    .map((chosen) => {
      const { shown, exact } = figure(chosen);
      return Math.abs(Number(BigInt(shown) * EXACT - exact) / Number(EXACT));
    })
    .reduce((most, each) => Math.max(most, each), 0);

/** Caches the figure of each mixed state. */
function memoized<Value>(figure: (chosen: ReadonlySet<string>) => Value): (chosen: ReadonlySet<string>) => Value {
  const known = new Map<string, Value>();
  return (chosen) => {
    const name = [...chosen].toSorted().join();
    const value = known.get(name) ?? figure(chosen);
    known.set(name, value);
    return value;
  };
}

const unitOf = (row: Component): string => ('lines' in row ? row.yieldUnit : row.unit);
const componentIn = ({ ingredients, preparations }: Business, id: string): Component | undefined =>
  ingredients.get(id) ?? preparations.get(id);
const idsOf = (rows: Both<ReadonlyMap<string, unknown>>): readonly string[] => [
  ...new Set(rows.flatMap((all) => [...all.keys()])),
];

/** Maps each preparation to the first of those that reach each other over the recipes of both states. */
function cyclesBetween(before: Business, after: Business): ReadonlyMap<string, string> {
  const ids = [...new Set([...before.preparations.keys(), ...after.preparations.keys()])].toSorted();
  const reaches = new Set<string>();
  for (const state of [before, after])
    for (const { id, lines } of state.preparations.values())
      for (const line of lines) reaches.add(`${id}>${line.ingredientId}`);
  for (const by of ids)
    for (const from of ids)
      for (const to of ids)
        if (reaches.has(`${from}>${by}`) && reaches.has(`${by}>${to}`)) reaches.add(`${from}>${to}`);
  return new Map(
    ids.map((id) => [id, ids.find((other) => reaches.has(`${id}>${other}`) && reaches.has(`${other}>${id}`)) ?? id]),
  );
}

const isTheSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Every possible cause, under the keys of the module. */
export function keysBetween(before: Business, after: Business): readonly string[] {
  const both = <Row>(rows: (state: Business) => ReadonlyMap<string, Row>) =>
    [...new Set([...rows(before).keys(), ...rows(after).keys()])].map(
      (id) => [id, rows(before).get(id), rows(after).get(id)] as const,
    );
  const cycles = cyclesBetween(before, after);
  const keys = new Set<string>();
  const addIf = (isSo: boolean, key: string): void => void (isSo && keys.add(key));
  for (const [id, old, now] of both((state) => state.ingredients)) addIf(!isTheSame(old, now), `ingredient ${id}`);
  for (const [id, old, now] of both((state) => state.preparations))
    addIf(!!old && !!now && !isTheSame(old, now), `preparation_recipe ${cycles.get(id)}`);
  for (const [id, old, now] of both((state) => state.dishes)) {
    addIf(!old || !now, `dish ${id}`);
    if (!old || !now) continue;
    addIf(old.salePrice !== now.salePrice, `dish_price ${id}`);
    addIf(old.portions !== now.portions || old.loss !== now.loss, `dish_portions ${id}`);
    addIf(!isTheSame(old.lines, now.lines), `dish_recipe ${id}`);
  }
  for (const [id, old, now] of both((state) => state.fixedCosts)) addIf(old?.value !== now?.value, `fixed_cost ${id}`);
  for (const [id, old, now] of both((state) => state.variableCosts)) addIf(!isTheSame(old, now), `variable_cost ${id}`);
  addIf(!isTheSame([...before.months], [...after.months]), 'revenue revenue');
  addIf(before.settings.productionLoss !== after.settings.productionLoss, 'production_loss production_loss');
  return [...keys];
}

/**
 * The business with the chosen causes as they are after and the others as they are before. Each component is in it
 * twice, as `0 id` and `1 id`: a line uses the one of its own state if the other does not exist or has no such unit.
 */
function mixedBusiness(before: Business, after: Business): (chosen: ReadonlySet<string>) => Business {
  const states: Both<Business> = [before, after];
  const cycles = cyclesBetween(before, after);
  return (chosen) => {
    const side = (key: string): Side => (chosen.has(key) ? 1 : 0);
    const sideOfComponent = (id: string, sideOfLine: Side): Side => {
      const [old, now] = [componentIn(before, id), componentIn(after, id)];
      if (!old || !now) return sideOfLine;
      return side('lines' in now ? `preparation_recipe ${cycles.get(id)}` : `ingredient ${id}`);
    };
    function mixedLine(line: RecipeLine, other: RecipeLine | undefined, its: Side): readonly RecipeLine[] {
      const id = line.ingredientId;
      const now = sideOfComponent(id, its);
      const [own, row] = [componentIn(states[its], id), componentIn(states[now], id)];
      if (!own || !row) return [];
      // Quantities without a unit of their own follow the unit of the component.
      if (other && line.ownUnit === null && other.ownUnit === null && unitOf(own) !== unitOf(row))
        return [{ ...line, ingredientId: `${now} ${id}`, quantity: other.quantity }];
      const ownUnit = line.ownUnit ?? unitOf(own);
      const converts = (to: Component): boolean => unitRatio(ownUnit, unitOf(to), to.conversions ?? []) !== undefined;
      if (converts(row)) return [{ ...line, ingredientId: `${now} ${id}`, ownUnit }];
      return converts(own) ? [{ ...line, ingredientId: `${its} ${id}`, ownUnit }] : [];
    }
    const mixedLines = (rows: Both<Dish | Preparation | undefined>, its: Side): readonly RecipeLine[] =>
      (rows[its]?.lines ?? []).flatMap((line) => {
        const other = rows[its === 0 ? 1 : 0]?.lines.find(({ ingredientId }) => ingredientId === line.ingredientId);
        return mixedLine(line, other, its);
      });
    const bothSides = <Row>(
      rowsOf: (state: Business) => ReadonlyMap<string, Row>,
      mixed: (row: Row, its: Side) => Row,
    ) =>
      new Map(
        SIDES.flatMap((its) => Array.from(rowsOf(states[its]), ([id, row]) => [`${its} ${id}`, mixed(row, its)])),
      );
    const either = <Row>(rowsOf: (state: Business) => ReadonlyMap<string, Row>, kind: string): Map<string, Row> =>
      new Map(
        idsOf([rowsOf(before), rowsOf(after)]).flatMap((id) => {
          const row = rowsOf(states[side(`${kind} ${id}`)]).get(id);
          return row ? [[id, row] as const] : [];
        }),
      );
    const dishes = idsOf([before.dishes, after.dishes]).flatMap((id): Dish[] => {
      const rows = [before.dishes.get(id), after.dishes.get(id)] as const;
      const isInBoth = rows[0] !== undefined && rows[1] !== undefined;
      const sideOf = (kind: string): Side => side(`${isInBoth ? kind : 'dish'} ${id}`);
      const [priced, portioned] = [rows[sideOf('dish_price')], rows[sideOf('dish_portions')]];
      if (!priced || !portioned) return [];
      return [{ ...portioned, salePrice: priced.salePrice, lines: mixedLines(rows, sideOf('dish_recipe')) }];
    });
    return {
      ...before,
      fixedCosts: either(({ fixedCosts }) => fixedCosts, 'fixed_cost'),
      variableCosts: either(({ variableCosts }) => variableCosts, 'variable_cost'),
      months: states[side('revenue revenue')].months,
      settings: states[side('production_loss production_loss')].settings,
      ingredients: bothSides(
        ({ ingredients }) => ingredients,
        (row) => row,
      ),
      preparations: bothSides(
        ({ preparations }) => preparations,
        (row, its) => ({
          ...row,
          lines: mixedLines([before.preparations.get(row.id), after.preparations.get(row.id)], its),
        }),
      ),
      dishes: new Map(dishes.map((dish) => [dish.id, dish])),
    };
  };
}

/** The profit in percent. */
export function profitBetween(before: Business, after: Business): (chosen: ReadonlySet<string>) => MixedFigure {
  const mixed = mixedBusiness(before, after);
  return memoized((chosen) => {
    const business = mixed(chosen);
    return { shown: referenceFigures(business).dashboard.lucroMedio, exact: exactly(exactProfit(business)) };
  });
}

/** The result of a dish in reais; 0 while the dish does not exist. */
export function dishResultBetween(
  before: Business,
  after: Business,
  id: string,
): (chosen: ReadonlySet<string>) => MixedFigure {
  const mixed = mixedBusiness(before, after);
  return memoized((chosen) => {
    const business = mixed(chosen);
    const dish = business.dishes.get(id);
    if (!dish) return { shown: 0, exact: 0n };
    const [[, figures] = []] = referenceFigures({ ...business, dishes: new Map([[id, dish]]) }).dishes;
    return { shown: figures?.netProfit ?? 0, exact: exactly(exactDishResult(business, dish)) };
  });
}

/** Every possible cause of a changed result in reais. */
export function resultKeysBetween(before: Business, after: Business): readonly string[] {
  const states: Both<Business> = [before, after];
  const keys = new Set(keysBetween(before, after));
  keys.delete('revenue revenue');
  if (mixMonthsOf(before) !== mixMonthsOf(after)) keys.add('mix_months mix_months');
  // The months in view can change with the sales of another dish; that change belongs to the sales of this dish.
  const soldOf = (id: string, state: Business) =>
    states.map((through) => {
      const { rows, months } = windowOf(state, mixMonthsOf(through));
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

const mixMonthsOf = ({ settings }: Business): number => settings.mixMonths ?? 3;

/** The price of a dish in a channel of its state; undefined if there is no such dish or channel. */
function priceIn(state: Business, id: string, channelId: string) {
  const [dish, channel] = [state.dishes.get(id), state.channels.get(channelId)];
  if (!dish || !channel) return undefined;
  const own = channel.isMain ? undefined : dish.prices?.[channelId];
  return { isMain: channel.isMain, isOwn: own !== undefined, value: own ?? dish.salePrice };
}

/** Both prices, and whether they are the channel's own: then the sale price does not move them. */
function pricesOf(id: string, channelId: string, states: Both<Business>) {
  const there = states.map((state) => priceIn(state, id, channelId));
  const [old, now] = there;
  if (old && now) return { isOwn: old.isOwn || now.isOwn, values: [old.value, now.value] as const };
  const only = old ?? now;
  // A channel that exists in only one state keeps its price, unless that is a sale price that continues without it.
  if (only && (only.isMain || only.isOwn)) return { isOwn: true, values: [only.value, only.value] as const };
  const sale = states.map(({ dishes }) => dishes.get(id)?.salePrice ?? 0);
  return { isOwn: false, values: [sale[0] ?? 0, sale[1] ?? 0] as const };
}

interface SoldRow {
  readonly month: string;
  readonly channelId: string;
  readonly dishId: string;
  readonly quantity: number;
  readonly revenue: number | null;
}

const rowsOf = ({ sales }: Business): readonly SoldRow[] =>
  [...sales.values()].flatMap(({ month, channelId, rows }) => rows.map((row) => ({ month, channelId, ...row })));

const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/**
 * The rows of this number of months up to the latest month with revenue, and the number of those months with revenue.
 */
function windowOf(state: Business, months: number) {
  const brings = ({ dishId, channelId, quantity, revenue }: SoldRow): boolean =>
    (revenue ?? quantity * (priceIn(state, dishId, channelId)?.value ?? 0)) > 0 && state.dishes.has(dishId);
  const rows = rowsOf(state);
  const latest = Math.max(...rows.filter(brings).map(({ month }) => indexOf(month)));
  const inside = rows.filter(({ month }) => indexOf(month) <= latest && indexOf(month) > latest - months);
  return { rows: inside, months: new Set(inside.filter(brings).map(({ month }) => month)).size };
}

/** The dish without the lines that belong only to other channels. */
const inChannel = (dish: Dish, channelId: string): Dish => ({
  ...dish,
  lines: dish.lines.filter(({ channels }) => channels === null || channels.includes(channelId)),
});

/** Returns whether no cause makes a dish dearer or cheaper in a channel. */
function costStaysSame(before: Business, after: Business, keys: readonly string[]) {
  const own = keys.filter((key) =>
    /^(ingredient|preparation_recipe|dish_recipe|dish_portions|production_loss) /.test(key),
  );
  const came = keys.filter((key) => key.startsWith('dish ') && after.dishes.has(key.slice('dish '.length)));
  const mixed = subsetsOf(own).map((chosen) => mixedBusiness(before, after)(new Set([...chosen, ...came])));
  const known = new Map<string, boolean>();
  const compare = (id: string, channelId: string): boolean => {
    const costs = mixed.map((business) => {
      const dish = business.dishes.get(id);
      return dish ? dishCost(business, inChannel(dish, channelId)) : zero;
    });
    return costs.every((cost) => minus(cost, costs[0] ?? zero).top === 0n);
  };
  return (id: string, channelId: string): boolean => {
    const name = `${id} ${channelId}`;
    const isSame = known.get(name) ?? compare(id, channelId);
    known.set(name, isSame);
    return isSame;
  };
}

/** The result in reais; its exact figure has the rounded cost of each dish that no cause makes dearer or cheaper. */
export function resultBetween(
  before: Business,
  after: Business,
  keys: readonly string[],
): (chosen: ReadonlySet<string>) => MixedFigure {
  const states: Both<Business> = [before, after];
  const windows = SIDES.map((of) => SIDES.map((through) => windowOf(states[of], mixMonthsOf(states[through]))));
  const mixed = mixedBusiness(before, after);
  const isSameCost = costStaysSame(before, after, keys);

  return memoized((chosen) => {
    const side = (key: string): Side => (chosen.has(key) ? 1 : 0);
    const business = mixed(chosen);
    const rateIn = (channelId: string): Ratio =>
      sum(
        Array.from(business.variableCosts.values(), ({ channels, percentage }) =>
          channels === null || channels.includes(channelId) ? ratio(percentage, 1_000_000) : zero,
        ),
      );
    const priceNow = (id: string, channelId: string): number => {
      const isInBoth = states.every(({ dishes }) => dishes.has(id));
      if (!isInBoth) return priceIn(before.dishes.has(id) ? before : after, id, channelId)?.value ?? 0;
      const { isOwn, values } = pricesOf(id, channelId, states);
      return values[side(isOwn ? `channel_price ${id} ${channelId}` : `dish_price ${id}`)];
    };
    const lefts = idsOf([before.dishes, after.dishes]).flatMap((id) => {
      const dish = business.dishes.get(id);
      if (!dish) return [];
      const isInBoth = states.every(({ dishes }) => dishes.has(id));
      const of = isInBoth ? side(`dish_sales ${id}`) : before.dishes.has(id) ? 0 : 1;
      const window = windows[of]?.[side('mix_months mix_months')];
      return (window?.rows ?? []).flatMap(({ dishId, channelId, quantity, revenue }) => {
        const brought = ratio(revenue ?? quantity * priceNow(id, channelId), 10_000);
        if (dishId !== id || brought.top === 0n) return [];
        const cost = dishCost(business, inChannel(dish, channelId));
        const afterRates = minus(brought, times(brought, rateIn(channelId)));
        const left = (each: Ratio): Ratio =>
          over(minus(afterRates, times(ratio(quantity), each)), ratio(window?.months ?? 1));
        return [{ shown: left(rounded(cost)), exact: left(isSameCost(id, channelId) ? rounded(cost) : cost) }];
      });
    });
    const fixed = sum(Array.from(business.fixedCosts.values(), ({ value }) => ratio(value, 10_000)));
    const shown = rounded(minus(sum(lefts.map((each) => each.shown)), fixed));
    const exact = lefts.reduce((all, each) => all + exactly(each.exact), 0n) - exactly(fixed);
    return { shown: inUnits(shown), exact };
  });
}
