import { inMainChannel } from '../business/channel/channels.ts';
import type { Business } from '../business/state.ts';
import { MAX_UNITS, type Units } from '../decimal.ts';
import { businessFigures, costBase } from '../figures/business-figures.ts';
import { createCosting } from '../figures/costing.ts';
import { dishFigures } from '../figures/dish-figures.ts';
import { type Cause, causesOf } from './causes.ts';
import { dishShares } from './dish-game.ts';
import { enumeratedShares, MAX_ENUMERATED } from './enumerated-shares.ts';
import type { TwoStates } from './factors.ts';
import { mixedStates } from './mixed-states.ts';
import { SHARE } from './diagonal.ts';
import { type ExactShares, profitShares } from './profit-game.ts';
import { twoKitchens } from './two-kitchens.ts';
import { wholeParts } from './whole-parts.ts';

/** By what a figure changed between two states, and what of it comes from where. All in units of the figure. */
export interface FigureChange {
  readonly before: Units;
  readonly after: Units;
  readonly difference: Units;
  /** Biggest first. They sum to the difference exactly, while none of the numbers passes 2⁵³; none of them is 0. */
  readonly parts: readonly Part[];
  /** Are the parts the Shapley values of the figure as it is shown, its roundings included, to the last digit? */
  readonly exact: boolean;
  /** How far from those a part may be, at most; 0 when exact. */
  readonly error: Units;
}

export interface Part {
  readonly cause: Cause;
  readonly value: Units;
}

/** Why the estimated profit (`lucroMedio`, percent of revenue) changed. The same two states, the same answer. */
export const profitChange = (before: Business, after: Business): FigureChange =>
  figureChange(inMainChannel(before), inMainChannel(after), {
    valueOf: (state) => businessFigures(state).dashboard.lucroMedio,
    sharesOf: profitShares,
  });

/** Why the result of one dish (`netProfit`, R$ per portion) changed; 0 where it is not on the menu. */
export const dishResultChange = (before: Business, after: Business, dishId: string): FigureChange =>
  figureChange(onlyDish(inMainChannel(before), dishId), onlyDish(inMainChannel(after), dishId), {
    valueOf: (state) => resultOf(state, dishId),
    sharesOf: (states) => dishShares(dishId, states),
  });

interface Figure {
  readonly valueOf: (state: Business) => Units;
  readonly sharesOf: (states: TwoStates) => ExactShares;
}

/** Costs, lines and dishes that may be looked at for enumerating: a fifth of a second, 0,6 s with preparations. */
const MAX_LOOKUPS = 1_000_000;

function figureChange(before: Business, after: Business, { valueOf, sharesOf }: Figure): FigureChange {
  const kitchens = twoKitchens(before, after);
  const causes = causesOf(kitchens);
  return splitChange({
    before: valueOf(before),
    after: valueOf(after),
    causes,
    size: sizeOf(before) + sizeOf(after),
    mixed() {
      const stateWith = mixedStates(kitchens, causes);
      return (chosen) => valueOf(stateWith(chosen));
    },
    shares: () => sharesOf({ before, after, kitchens, causes: new Set(causes.map(({ key }) => key)) }),
  });
}

/** What there is to split, and the two ways of it. */
interface Change {
  readonly before: Units;
  readonly after: Units;
  /** Sorted by key. */
  readonly causes: readonly Cause[];
  /** Of both states: what a mixed one takes to be looked at, twice. */
  readonly size: number;
  /** The figure with the chosen causes as they are after. */
  readonly mixed: () => (chosen: ReadonlySet<string>) => Units;
  readonly shares: () => ExactShares;
}

/**
 * Few causes are enumerated, with the figure in every mixed state as it would be shown. With more, or a very long menu,
 * the shares of the figure's formula are exact, but do not know where it is rounded on the way: `error` says how much.
 */
export function splitChange({ before, after, causes, size, mixed, shares: sharesOf }: Change): FigureChange {
  const keys = causes.map((cause) => cause.key);
  const difference = after - before;
  const changeBy = (values: readonly Units[], error: Units): FigureChange => ({
    before,
    after,
    difference,
    parts: biggestFirst(causes, values),
    exact: error === 0,
    error,
  });
  const isShort = causes.length <= MAX_ENUMERATED;
  if (isShort && 2 ** causes.length * size <= MAX_LOOKUPS) {
    const { shares, denominator } = enumeratedShares(keys, mixed());
    return changeBy(wholeParts(shares, denominator, difference), 0);
  }
  const { shares, rounding } = sharesOf();
  const ofCauses = keys.map((key) => shares.get(key) ?? 0n);
  const rest = BigInt(difference) - ofCauses.reduce((sum, share) => sum + share, 0n) / SHARE;
  const error = Math.min(MAX_UNITS, 2 * rounding + Math.abs(Number(rest)) + 1);
  return changeBy(wholeParts(ofCauses, SHARE, difference), error);
}

function biggestFirst(causes: readonly Cause[], values: readonly Units[]): readonly Part[] {
  const parts = causes.map((cause, i): Part => ({ cause, value: values[i] ?? 0 }));
  return parts.filter(({ value }) => value !== 0).toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** Costs, lines and dishes that a state has. */
export function sizeOf({ fixedCosts, variableCosts, ingredients, preparations, dishes }: Business): number {
  let lines = 0;
  for (const dish of dishes.values()) lines += dish.lines.length;
  for (const preparation of preparations.values()) lines += preparation.lines.length;
  return fixedCosts.size + variableCosts.size + ingredients.size + preparations.size + dishes.size + lines;
}

function onlyDish(business: Business, dishId: string): Business {
  const dish = business.dishes.get(dishId);
  return { ...business, dishes: new Map(dish && [[dishId, dish]]) };
}

function resultOf(business: Business, dishId: string): Units {
  const dish = business.dishes.get(dishId);
  return dish ? dishFigures(dish, createCosting(business), costBase(business)).figures.netProfit : 0;
}
