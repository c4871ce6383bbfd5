import { restrictToMainChannel } from '../business/channel/channels.ts';
import type { Business } from '../business/state.ts';
import { MAX_TEN_THOUSANDTHS, type TenThousandths } from '../decimal.ts';
import { businessFigures, sharedCostsOf } from '../figures/business-figures.ts';
import { createCosting } from '../figures/costing.ts';
import { dishFigures } from '../figures/dish-figures.ts';
import { normalizeForSales } from './normalize-for-sales.ts';
import { type Cause, causesOf, sortCauses } from './causes.ts';
import { dishShares, profitShares, resultShares, type Shares } from './formulas.ts';
import { salesCauses, compareSales } from './sales-table.ts';
import { type ComparedCostings, compareCostings } from './compare-costings.ts';
import { roundToTotal } from './round-to-total.ts';

/** The difference of a figure between two states, and the share of each cause in it. All in units of the figure. */
export interface FigureChange {
  readonly before: TenThousandths;
  readonly after: TenThousandths;
  readonly difference: TenThousandths;
  /** Largest first. They sum to the difference exactly while no number exceeds 2⁵³; none of them is 0. */
  readonly parts: readonly Part[];
  /**
   * Tells whether the parts are, to the last digit, the Shapley values of the figure without the roundings of its
   * costs.
   */
  readonly exact: boolean;
  /**
   * The maximum distance of a part from the exact value, because the roundings of the difference are spread over the
   * parts; 0 when exact.
   */
  readonly error: TenThousandths;
}

export interface Part {
  readonly cause: Cause;
  readonly value: TenThousandths;
}

/** Explains a change of the estimated profit (`lucroMedio`, percent of revenue). Deterministic. */
export const profitChange = (before: Business, after: Business): FigureChange =>
  costingChange(restrictToMainChannel(before), restrictToMainChannel(after), {
    valueOf: (state) => businessFigures(state).dashboard.lucroMedio,
    sharesOf: profitShares,
  });

/**
 * Explains a change of the result of one dish (`netProfit`, R$ per portion), which is 0 where the dish is not on the
 * menu.
 */
export const dishResultChange = (before: Business, after: Business, dishId: string): FigureChange =>
  costingChange(
    restrictToDish(restrictToMainChannel(before), dishId),
    restrictToDish(restrictToMainChannel(after), dishId),
    {
      valueOf: (state) => resultOfDish(state, dishId),
      sharesOf: (comparison, keys) => dishShares(dishId, comparison, keys),
    },
  );

/**
 * Explains a change of the result in reais (`mix.result`, R$ per month), with the sales of each dish as a cause.
 * @returns null where one of the states has no sales
 */
export function resultChange(before: Business, after: Business): FigureChange | null {
  const [old, now] = [businessFigures(before).mix, businessFigures(after).mix];
  return old && now && figureChange([before, old.result], [after, now.result], splitResult);
}

interface Figure {
  readonly valueOf: (state: Business) => TenThousandths;
  readonly sharesOf: (comparison: ComparedCostings, keys: readonly string[]) => Shares;
}

const costingChange = (before: Business, after: Business, { valueOf, sharesOf }: Figure): FigureChange =>
  figureChange([before, valueOf(before)], [after, valueOf(after)], (from, to) => {
    const comparison = compareCostings(from, to);
    const causes = causesOf(comparison);
    return { causes, shares: () => sharesOf(comparison, keysOf(causes)) };
  });

function splitResult(before: Business, after: Business): Split {
  const sold = compareSales([before, after]);
  const comparison = compareCostings(...normalizeForSales([before, after], sold));
  const causes = sortCauses([...causesOf(comparison), ...salesCauses(sold, [before, after])]);
  return { causes, shares: () => resultShares(comparison, keysOf(causes), sold) };
}

const keysOf = (causes: readonly Cause[]): readonly string[] => causes.map(({ key }) => key);

interface Split {
  /** The causes, sorted by key. */
  readonly causes: readonly Cause[];
  readonly shares: () => Shares;
}

/** A state with the displayed value of the figure. */
type End = readonly [state: Business, value: TenThousandths];

/**
 * A fall is computed as the rise in reverse with every sign changed, because floating-point sums depend on the order.
 */
function figureChange(before: End, after: End, split: (before: Business, after: Business) => Split): FigureChange {
  const [old, now] = [before[1], after[1]];
  if (now < old) return reverseChange(figureChange(after, before, split));
  const { causes, shares: sharesOf } = split(before[0], after[0]);
  const [shares, reverseShares] = [sharesOf(), now === old ? split(after[0], before[0]).shares() : null];
  const exact = keysOf(causes).map((key) => {
    const share = shares.get(key) ?? 0;
    return reverseShares ? (share - (reverseShares.get(key) ?? 0)) / 2 : share;
  });
  const difference = now - old;
  const values = roundToTotal(exact, difference);
  const distances = values.map((value, i) => Math.abs(value - (exact[i] ?? 0)));
  const error = Math.min(MAX_TEN_THOUSANDTHS, Math.floor(distances.reduce((most, each) => Math.max(most, each), 0)));
  const parts = causes.map((cause, i): Part => ({ cause, value: values[i] ?? 0 }));
  const biggestFirst = parts
    .filter(({ value }) => value !== 0)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return { before: old, after: now, difference, parts: biggestFirst, exact: error === 0, error };
}

const reverseChange = ({ before, after, difference, parts, ...rest }: FigureChange): FigureChange => ({
  ...rest,
  before: after,
  after: before,
  difference: -difference,
  parts: parts.map(({ cause, value }) => ({ cause: { ...cause, from: cause.to, to: cause.from }, value: -value })),
});

function restrictToDish(business: Business, dishId: string): Business {
  const dish = business.dishes.get(dishId);
  return { ...business, dishes: new Map(dish && [[dishId, dish]]) };
}

function resultOfDish(business: Business, dishId: string): TenThousandths {
  const dish = business.dishes.get(dishId);
  return dish ? dishFigures(dish, createCosting(business), sharedCostsOf(business)).figures.netProfit : 0;
}
