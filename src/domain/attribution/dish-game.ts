import { SCALE } from '../decimal.ts';
import { HUNDRED_PERCENT, LOSS_DENOMINATOR, LOSS_NUMERATOR } from '../figures/dish-figures.ts';
import { causeKey } from './causes.ts';
import { fixedCostFactors, inverseRevenue, lineFactors, type TwoStates, variableCostFactors } from './factors.ts';
import { menuWeights } from './menu-weights.ts';
import { constant, type Factor, productGame } from './product-game.ts';
import type { ExactShares } from './profit-game.ts';

/** Three numbers of the result are rounded, each by half a unit at most: CMV, variable and fixed costs. */
const ROUNDINGS = 2;

/**
 * The result of one dish as a sum of products: sale price − Σ quantity × price × 1,10 − sale price × Σ variable
 * percentages − sale price × Σ fixed costs ÷ average revenue; nothing while it is not there or has no price.
 */
export function dishShares(dishId: string, states: TwoStates): ExactShares {
  const game = productGame(menuWeights({ before: 1, came: 0, went: 0 }));
  const [old, now] = [states.before.dishes.get(dishId), states.after.dishes.get(dishId)];
  const [before, after] = [BigInt(old?.salePrice ?? 0), BigInt(now?.salePrice ?? 0)];
  const price: Factor = { cause: causeKey(old && now ? 'dish_price' : 'dish', dishId), before, after };
  // A dish that came or went brings its lines along with its price: they say already where it is not.
  const hasPrice: Factor =
    old && now ? { ...price, before: sign(before), after: sign(after) } : constant(sign(before + after));
  const one = constant(1n);
  game.add({ coefficient: 1n, divisor: 1n, factors: [price, one, one] }, 'undivided');
  for (const [quantity, unitPrice] of lineFactors(old, now, states))
    game.add(
      {
        coefficient: -LOSS_NUMERATOR,
        divisor: LOSS_DENOMINATOR * BigInt(SCALE),
        factors: [quantity, unitPrice, hasPrice],
      },
      'undivided',
    );
  for (const cost of variableCostFactors(states))
    game.add({ coefficient: -1n, divisor: HUNDRED_PERCENT, factors: [price, cost, one] }, 'undivided');
  const revenue = inverseRevenue(states);
  for (const cost of fixedCostFactors(states))
    game.add({ coefficient: -1n, divisor: revenue.divisor, factors: [price, cost, revenue.factor] }, 'undivided');
  return { shares: game.shares, rounding: ROUNDINGS };
}

const sign = (amount: bigint): bigint => (amount > 0n ? 1n : 0n);
