import type { Business } from '../business/state.ts';
import { bounded, type Units } from '../decimal.ts';
import { businessFigures, costBase } from '../figures/business-figures.ts';
import { createCosting } from '../figures/costing.ts';
import { dishFigures } from '../figures/dish-figures.ts';
import { HUNDRED_PERCENT } from '../figures/dish-result.ts';
import { resultOfMonth } from '../figures/mix.ts';
import { asSold } from './as-sold.ts';
import { causesOf, sortedCauses } from './causes.ts';
import { type FigureChange, sizeOf, splitChange } from './figure-change.ts';
import { mixedStates } from './mixed-states.ts';
import { resultShares } from './result-game.ts';
import { salesCauses, soldBetween, type SoldThere, soldWith } from './sold.ts';
import { twoKitchens } from './two-kitchens.ts';

/**
 * Why the result in reais (`mix.result`, R$ a month) changed, with what is sold of each dish as a cause.
 * @returns null where one of the states has no sales
 */
export function resultChange(before: Business, after: Business): FigureChange | null {
  const [old, now] = [businessFigures(before), businessFigures(after)];
  if (!old.mix || !now.mix) return null;
  const sold = soldBetween([before, after]);
  const states = asSold([before, after], sold);
  const kitchens = twoKitchens(...states);
  const causes = sortedCauses([...causesOf(kitchens), ...salesCauses(sold, [before, after])]);
  const keys = new Set(causes.map(({ key }) => key));
  return splitChange({
    before: old.mix.result,
    after: now.mix.result,
    causes,
    size: states.reduce((sum, state) => sum + sizeOf(state) + state.dishes.size * state.channels.size, 0),
    mixed() {
      const stateWith = mixedStates(kitchens, causes);
      return (chosen) => resultOf(stateWith(chosen), soldWith(sold, keys, chosen), sold.divisor);
    },
    shares: () => resultShares({ before: states[0], after: states[1], kitchens, causes: keys }, sold),
  });
}

type SoldOf = ReturnType<typeof soldWith>;

/** What such sales leave: rounded as `mix.result` is, and where a price is nothing, at that price nothing is sold. */
function resultOf(state: Business, soldOf: SoldOf, divisor: bigint): Units {
  const [costing, base] = [createCosting(state), costBase(state)];
  let left = 0n;
  for (const dish of state.dishes.values()) {
    const channels = new Map(
      dishFigures(dish, costing, base).figures.channels.map((channel) => [channel.channelId, channel]),
    );
    for (const [channelId, sold] of soldOf(dish.id)) {
      const channel = channels.get(channelId);
      if (channel) left += leftOf(sold, channel);
    }
  }
  return bounded(resultOfMonth(left, divisor, base));
}

function leftOf(
  { atPrice, given, revenue }: SoldThere,
  { price, cmv, variableCostPercentage }: { price: Units; cmv: Units; variableCostPercentage: Units },
): bigint {
  const atItsPrice = price > 0 ? atPrice : 0n;
  const brought = atItsPrice * BigInt(price) + revenue;
  const costs = (atItsPrice + given) * BigInt(cmv);
  return (brought - costs) * HUNDRED_PERCENT - brought * BigInt(variableCostPercentage);
}
