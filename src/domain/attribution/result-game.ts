import { countsIn } from '../business/channel/scope.ts';
import { costBase } from '../figures/business-figures.ts';
import { createCosting } from '../figures/costing.ts';
import { dishFigures } from '../figures/dish-figures.ts';
import { HUNDRED_PERCENT } from '../figures/dish-result.ts';
import { causeKey, channelPriceKey, MIX_MONTHS, presenceKey } from './causes.ts';
import { costNetwork, type Supply } from './cost-network.ts';
import { type Factor, factorAt, FIXED, type Point, pointsFor, tally, type Tally } from './diagonal.ts';
import { type DishOfBoth, dishesOf, presenceAt, presenceChange } from './dish-of-both.ts';
import { amounts, batchFactor, type BatchFactor, costFactors, kindsAmong, type TwoStates } from './factors.ts';
import { menuWeights } from './menu-weights.ts';
import type { ExactShares } from './profit-game.ts';
import type { Corners, SoldTable } from './sold.ts';
import { SIDES } from './two-kitchens.ts';

/**
 * The result in reais of a mean month: what was sold × (price − CMV) − Σ variable costs of it − Σ fixed costs. Nothing of it
 * is divided by anything that a cause changes, so every product has a few causes.
 */
export function resultShares(states: TwoStates, sold: SoldTable): ExactShares {
  const all = tally();
  const dishes = dishesOf(states).map((dish) => soldDish(dish, states, sold));
  const { before, after } = states;
  for (const { cause, before: old, after: now } of costFactors(
    'fixed_cost',
    amounts(before.fixedCosts, 'value'),
    amounts(after.fixedCosts, 'value'),
  ))
    if (cause !== null) all.give(cause, (old - now) * FIXED * FIXED);
  giveRevenue(dishes, states, sold, all);
  const rounding = giveCosts(dishes, states, sold, all);
  return { shares: all.shares(), rounding };
}

interface SoldDish extends DishOfBoth {
  /** Of what it is sold, and of that it comes or goes. */
  readonly sales: string;
  readonly presence: string;
  readonly rows: DishOfBoth['rows'];
  readonly channels: readonly SoldInChannel[];
}

interface SoldInChannel {
  readonly id: string;
  readonly price: Factor;
  readonly atPrice: Corners<bigint>;
  readonly given: Corners<bigint>;
  readonly revenue: Corners<bigint>;
}

function soldDish(dish: DishOfBoth, { causes }: TwoStates, { dishes }: SoldTable): SoldDish {
  const { id, rows } = dish;
  const channels = Array.from(dishes.get(id) ?? [], ([channelId, corners]): SoldInChannel => {
    const own = rows[1].prices?.[channelId] === undefined ? 'dish_price' : 'channel_price';
    const [before, after] = rows.map(({ salePrice, prices }) => BigInt(prices?.[channelId] ?? salePrice));
    const cause = own === 'dish_price' ? causeKey(own, id) : channelPriceKey(id, channelId);
    const of = (name: 'atPrice' | 'given' | 'revenue'): Corners<bigint> => {
      const [[a, b], [c, d]] = corners;
      return [
        [a[name], b[name]],
        [c[name], d[name]],
      ];
    };
    return {
      id: channelId,
      price: { cause, before: before ?? 0n, after: after ?? 0n },
      atPrice: of('atPrice'),
      given: of('given'),
      revenue: of('revenue'),
    };
  });
  return { ...dish, sales: causeKey('dish_sales', id), presence: presenceKey(id, causes), channels };
}

/** An amount that sales, and how many months of them are looked at, change: over `of`². */
interface Sold {
  readonly value: bigint;
  readonly bySales: bigint;
  readonly byMonths: bigint;
}

function soldAt([[a, b], [c, d]]: Corners<bigint>, { old, now, of }: Point): Sold {
  return {
    value: old * (old * a + now * b) + now * (old * c + now * d),
    bySales: of * (old * (c - a) + now * (d - b)),
    byMonths: of * (old * (b - a) + now * (d - c)),
  };
}

const times = ({ value, bySales, byMonths }: Sold, by: bigint): Sold => ({
  value: value * by,
  bySales: bySales * by,
  byMonths: byMonths * by,
});

const plus = (a: Sold, b: Sold): Sold => ({
  value: a.value + b.value,
  bySales: a.bySales + b.bySales,
  byMonths: a.byMonths + b.byMonths,
});

const NONE: Sold = { value: 0n, bySales: 0n, byMonths: 0n };

/** At each point of the diagonal, with its weight in the integral. */
function integrate(degree: number, visit: (point: Point, weight: bigint) => void): void {
  const whole = Math.max(degree, 1);
  const weights = menuWeights({ before: 1, came: 0, went: 0 }, whole).undivided.divided;
  pointsFor(whole).forEach((point, k) => visit(point, weights[k] ?? 0n));
}

/** How many causes a quantity is a product of: of what is sold, or whether the dish is there, and of the months. */
const soldDegree = (causes: ReadonlySet<string>): number =>
  Math.min(1, kindsAmong(causes, ['dish_sales', 'dish', 'menu'])) + kindsAmong(causes, ['mix_months']);

/** What is sold × price × (1 − Σ variable percentages). */
function giveRevenue(
  dishes: readonly SoldDish[],
  { before, after, causes }: TwoStates,
  sold: SoldTable,
  { give }: Tally,
) {
  const channels = [...new Set(dishes.flatMap((dish) => dish.channels.map(({ id }) => id)))];
  const rates = channels.map((id) => {
    const ofChannel = ({ variableCosts }: TwoStates['before']) =>
      new Map(
        [...variableCosts].map(([key, { percentage, channels: scope }]) => [
          key,
          countsIn(scope, id) ? BigInt(percentage) : 0n,
        ]),
      );
    return { id, factors: costFactors('variable_cost', ofChannel(before), ofChannel(after)) };
  });
  const prices = Math.min(1, kindsAmong(causes, ['dish_price', 'channel_price']));
  const degree = soldDegree(causes) + prices + kindsAmong(causes, ['variable_cost']) - 1;
  integrate(degree, (point, weight) => {
    const { of } = point;
    // Amounts are over of³ for what is sold and its price, of for a dish's presence, of · 100 % for the rates.
    const over = of ** 5n * HUNDRED_PERCENT * sold.divisor;
    const leftOf = new Map(
      rates.map(({ id, factors }) => [
        id,
        HUNDRED_PERCENT * of - factors.reduce((sum, factor) => sum + factorAt(factor, point), 0n),
      ]),
    );
    const revenueOf = new Map<string, bigint>();
    for (const dish of dishes) {
      const there = presenceAt(dish.kind, point);
      let whole = NONE;
      for (const { id, price, atPrice, revenue } of dish.channels) {
        const left = leftOf.get(id) ?? 0n;
        const quantity = soldAt(atPrice, point);
        const brought = plus(times(quantity, factorAt(price, point)), times(soldAt(revenue, point), of));
        revenueOf.set(id, (revenueOf.get(id) ?? 0n) + brought.value * there);
        whole = plus(whole, times(brought, left));
        const { before: old, after: now } = price;
        if (old !== now && price.cause !== null)
          give(price.cause, (weight * quantity.value * of * (now - old) * there * left * FIXED) / over);
      }
      giveSold(dish, whole, { there, of, share: weight * FIXED, over }, { give });
    }
    for (const { id, factors } of rates)
      for (const { cause, before: old, after: now } of factors)
        if (cause !== null) give(cause, -(weight * (revenueOf.get(id) ?? 0n) * of * (now - old) * FIXED) / over);
  });
}

/** Gives an amount to what is sold of a dish, to how many months are looked at, and to that it came or went. */
function giveSold(
  { kind, sales, presence }: SoldDish,
  { value, bySales, byMonths }: Sold,
  { there, of, share, over }: Readonly<Record<'there' | 'of' | 'share' | 'over', bigint>>,
  { give }: Tally,
): void {
  if (bySales !== 0n) give(sales, (share * bySales * there) / over);
  if (byMonths !== 0n) give(MIX_MONTHS, (share * byMonths * there) / over);
  if (kind !== 'kept') give(presence, (share * value * presenceChange(kind) * of) / over);
}

/** Channels in which a dish is made of the same lines, and so costs the same. */
interface Variant {
  readonly batch: Supply;
  readonly factorOf: (point: Point) => BatchFactor;
  /** Where no cause changes it: as it is shown, rounded. */
  readonly cmv: bigint | null;
  readonly quantities: readonly Quantity[];
}

/** So many that cost something: only with a price, where a price comes from nothing or goes to nothing. */
interface Quantity {
  readonly corners: Corners<bigint>;
  readonly hasPrice: Factor | null;
}

/**
 * What is sold × CMV.
 * @returns by how many units the result as it is shown may be off the formula
 */
function giveCosts(dishes: readonly SoldDish[], states: TwoStates, sold: SoldTable, { give }: Tally): number {
  const { causes, kitchens } = states;
  const network = costNetwork(kitchens, causes);
  const cmvOf = shownCosts(states);
  const made = dishes.map((dish) => ({ dish, variants: variantsOf(dish, states, { network, cmvOf }) }));
  const all = made.flatMap(({ variants }) => variants);
  const changing = all.filter(({ cmv }) => cmv === null);
  const batches = changing.reduce((most, { batch }) => Math.max(most, batch.degree), 0);
  const prices = all.some(({ quantities }) => quantities.some(({ hasPrice }) => hasPrice !== null)) ? 1 : 0;
  const degree = soldDegree(causes) + prices + batches + kindsAmong(causes, ['dish_portions', 'production_loss']) - 1;
  integrate(degree, (point, weight) => {
    const { of } = point;
    const over = of ** 4n * sold.divisor;
    network.up(point);
    for (const { dish, variants } of made) {
      const there = presenceAt(dish.kind, point);
      let whole = NONE;
      for (const { batch, factorOf, cmv, quantities } of variants) {
        const factor = cmv === null ? factorOf(point) : null;
        const cost = factor ? (factor.value * batch.cost) / FIXED : (cmv ?? 0n) * FIXED;
        let quantity = NONE;
        for (const { corners, hasPrice } of quantities) {
          const part = soldAt(corners, point);
          quantity = plus(quantity, times(part, hasPrice ? factorAt(hasPrice, point) : of));
          if (hasPrice && hasPrice.cause !== null)
            give(
              hasPrice.cause,
              -(weight * part.value * of * (hasPrice.after - hasPrice.before) * there * cost) / over,
            );
        }
        whole = plus(whole, times(quantity, -cost));
        if (!factor) continue;
        const many = (weight * quantity.value * there) / over;
        for (const [cause, change] of factor.changes) give(cause, (-many * change * batch.cost) / FIXED);
        batch.slope -= (many * factor.value) / FIXED;
      }
      giveSold(dish, whole, { there, of, share: weight, over }, { give });
    }
    network.down(point, { give });
  });
  return roundingOf(changing, sold);
}

/** The CMV of each dish in each channel as it is shown, for dishes of which no cause changes it. */
function shownCosts({ before, after }: TwoStates) {
  const kitchens = [before, after].map((state) => ({ state, costing: createCosting(state), base: costBase(state) }));
  return (dishId: string, channelId: string): bigint => {
    for (const { state, costing, base } of kitchens) {
      const dish = state.dishes.get(dishId);
      const channels = dish ? dishFigures(dish, costing, base).figures.channels : [];
      const found = channels.find((each) => each.channelId === channelId);
      if (found) return BigInt(found.cmv);
    }
    return 0n;
  };
}

function variantsOf(
  { id, rows, channels }: SoldDish,
  states: TwoStates,
  {
    network,
    cmvOf,
  }: {
    readonly network: ReturnType<typeof costNetwork>;
    readonly cmvOf: ReturnType<typeof shownCosts>;
  },
): readonly Variant[] {
  const byLines = new Map<string, SoldInChannel[]>();
  for (const channel of channels) {
    const lines = rows.map((row) =>
      row.lines.map((line) => (countsIn(line.channels, channel.id) ? '1' : '0')).join(''),
    );
    const name = lines.join(' ');
    byLines.set(name, [...(byLines.get(name) ?? []), channel]);
  }
  return [...byLines.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const batch = network.dish(id, first.id);
    const factorOf = batchFactor(rows, ONE, states);
    const isSame = batch.degree === 0 && factorOf(MIDDLE).changes.length === 0;
    return [{ batch, factorOf, cmv: isSame ? cmvOf(id, first.id) : null, quantities: quantitiesOf(alike) }];
  });
}

const ONE = { factor: { cause: null, before: 1n, after: 1n }, divisor: 1n, multiple: 1n } as const;
const MIDDLE: Point = { old: 1n, now: 1n, of: 2n };

function quantitiesOf(channels: readonly SoldInChannel[]): readonly Quantity[] {
  let always: Corners<bigint> = [
    [0n, 0n],
    [0n, 0n],
  ];
  const turning: Quantity[] = [];
  for (const { price, atPrice, given } of channels) {
    always = added(always, given);
    const hasPrice = { ...price, before: price.before > 0n ? 1n : 0n, after: price.after > 0n ? 1n : 0n };
    if (hasPrice.before !== hasPrice.after) turning.push({ corners: atPrice, hasPrice });
    else if (hasPrice.before === 1n) always = added(always, atPrice);
  }
  return [{ corners: always, hasPrice: null }, ...turning];
}

const added = ([[a, b], [c, d]]: Corners<bigint>, [[e, f], [g, h]]: Corners<bigint>): Corners<bigint> => [
  [a + e, b + f],
  [c + g, d + h],
];

/** Half a unit for each that is sold of what a cause makes dearer or cheaper, and one for the result itself. */
function roundingOf(variants: readonly Variant[], { divisor }: SoldTable): number {
  let most = 0n;
  for (const { quantities } of variants)
    for (const { corners } of quantities)
      most += SIDES.flatMap((side) => [...corners[side]]).reduce((a, b) => (a > b ? a : b), 0n);
  return 1 + Math.ceil(Number(most) / Number(2n * divisor));
}
