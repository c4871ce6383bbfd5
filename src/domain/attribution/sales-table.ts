import type { Business } from '../business/state.ts';
import { SCALE, type TenThousandths, divideRounded } from '../decimal.ts';
import { DEFAULT_MIX_MONTHS, salesOfMix } from '../figures/mix.ts';
import { type Cause, cause } from './causes.ts';
import { type BeforeAfter, type StateIndex, STATE_INDEXES } from './compare-costings.ts';

/** Sales of a dish in one channel in a mean month, over the `divisor` of the table. */
export interface ChannelQuantities {
  /** Quantity sold at the price of the channel, whatever it is. */
  readonly atPrice: bigint;
  /** Revenue that was recorded, independent of the price. */
  readonly given: bigint;
  readonly revenue: bigint;
}

/** The quantities, by the state of the sales, then by the state of the number of months. */
export type SalesByState<Amount> = BeforeAfter<BeforeAfter<Amount>>;

/**
 * Sales of each dish in each channel in two states, including rows that count in the other state only. They are sales
 * of a mean month, so that a further month is not a cause by itself, but the sales of each dish are.
 */
export interface SalesTable {
  readonly divisor: bigint;
  /** The quantities, by dish, then by channel. */
  readonly dishes: ReadonlyMap<string, ReadonlyMap<string, SalesByState<ChannelQuantities>>>;
  /** The number of months of sales in each state. */
  readonly mixMonths: BeforeAfter<number>;
}

type SalesByDish = ReadonlyMap<string, ReadonlyMap<string, ChannelQuantities>>;

/** Sums over some months, and the number of these months. */
interface WindowSales {
  readonly months: bigint;
  readonly dishes: SalesByDish;
}

const NOTHING: ChannelQuantities = { atPrice: 0n, given: 0n, revenue: 0n };

export function compareSales(states: BeforeAfter<Business>): SalesTable {
  const mixMonths = both((stateIndex) => states[stateIndex].settings.mixMonths ?? DEFAULT_MIX_MONTHS);
  const views = both((stateIndex) => {
    const own = salesInMix(states[stateIndex], mixMonths[stateIndex]);
    const other: StateIndex = stateIndex === 0 ? 1 : 0;
    const otherWindow = mixMonths[0] === mixMonths[1] ? own : salesInMix(states[stateIndex], mixMonths[other]);
    return stateIndex === 0 ? ([own, otherWindow] as const) : ([otherWindow, own] as const);
  });
  const divisor = [...new Set(views.flat().map(({ months }) => months))].reduce((all, months) => all * months, 1n);
  const salesAt = (
    stateIndex: StateIndex,
    window: StateIndex,
    dishId: string,
    channelId: string,
  ): ChannelQuantities => {
    // Sales of a dish that only one state has are added and removed with the dish.
    const its = states[stateIndex].dishes.has(dishId) ? stateIndex : stateIndex === 0 ? 1 : 0;
    const { months, dishes } = views[its][window];
    return scaled(dishes.get(dishId)?.get(channelId) ?? NOTHING, divisor / months);
  };
  const channels = new Map<string, Set<string>>();
  for (const { dishes } of views.flat())
    for (const [dishId, sold] of dishes)
      channels.set(dishId, new Set([...(channels.get(dishId) ?? []), ...sold.keys()]));
  const salesInStates = (dishId: string, channelId: string): SalesByState<ChannelQuantities> =>
    both((stateIndex) => both((window) => salesAt(stateIndex, window, dishId, channelId)));
  return {
    divisor,
    mixMonths,
    dishes: new Map(
      Array.from(channels, ([dishId, ids]) => [
        dishId,
        new Map([...ids].toSorted().map((channelId) => [channelId, salesInStates(dishId, channelId)])),
      ]),
    ),
  };
}

const both = <Fact>(of: (stateIndex: StateIndex) => Fact): BeforeAfter<Fact> => [of(0), of(1)];

const scaled = ({ atPrice, given, revenue }: ChannelQuantities, by: bigint): ChannelQuantities => ({
  atPrice: atPrice * by,
  given: given * by,
  revenue: revenue * by,
});

/** All sales of existing dishes, except those without revenue. */
function salesInMix(state: Business, mixMonths: number): WindowSales {
  const { sets, months } = salesOfMix({ ...state, settings: { ...state.settings, mixMonths } });
  const dishes = new Map<string, Map<string, ChannelQuantities>>();
  for (const { channelId, rows } of sets)
    for (const { dishId, quantity, revenue } of rows) {
      if (!state.dishes.has(dishId) || quantity === 0 || revenue === 0) continue;
      const ofDish = dishes.get(dishId) ?? new Map<string, ChannelQuantities>();
      const known = ofDish.get(channelId) ?? NOTHING;
      const [more, brought] = [BigInt(quantity), BigInt(revenue ?? 0)];
      const now =
        revenue === null
          ? { ...known, atPrice: known.atPrice + more }
          : { ...known, given: known.given + more, revenue: known.revenue + brought };
      dishes.set(dishId, ofDish.set(channelId, now));
    }
  return { months: BigInt(months.size || 1), dishes };
}

const isSame = (a: ChannelQuantities, b: ChannelQuantities): boolean =>
  a.atPrice === b.atPrice && a.given === b.given && a.revenue === b.revenue;

/** Causes for sales, of dishes that both states have. */
export function salesCauses(table: SalesTable, [before, after]: BeforeAfter<Business>): readonly Cause[] {
  const { dishes, mixMonths } = table;
  const differs = (id: string, isOther: (corners: SalesByState<ChannelQuantities>) => boolean): boolean =>
    [...(dishes.get(id)?.values() ?? [])].some(isOther);
  const sold = [...dishes.keys()]
    .filter((id) => before.dishes.has(id) && after.dishes.has(id))
    .filter((id) => differs(id, ([old, now]) => STATE_INDEXES.some((window) => !isSame(old[window], now[window]))))
    .map((id) => cause('dish_sales', id, quantityPerMonth(table, id, 0), quantityPerMonth(table, id, 1)));
  const dependsOnMonths = [...dishes.keys()].some((id) =>
    differs(id, (sides) => sides.some(([a, b]) => !isSame(a, b))),
  );
  const [from, to] = mixMonths;
  return from === to || !dependsOnMonths
    ? sold
    : [...sold, cause('mix_months', 'mix_months', from * SCALE, to * SCALE)];
}

/** The quantity of a dish sold per month in one state, in ten-thousandths. */
function quantityPerMonth({ dishes, divisor }: SalesTable, dishId: string, stateIndex: StateIndex): TenThousandths {
  let sum = 0n;
  for (const corners of dishes.get(dishId)?.values() ?? []) {
    const { atPrice, given } = corners[stateIndex][stateIndex];
    sum += atPrice + given;
  }
  return Number(divideRounded(sum * BigInt(SCALE), divisor));
}
