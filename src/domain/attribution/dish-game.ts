import { causeKey, presenceKey } from './causes.ts';
import { costNetwork } from './cost-network.ts';
import { factorAt, type Factor, FIXED, pointsFor, tally } from './diagonal.ts';
import { dishesOf, presenceAt, presenceChange } from './dish-of-both.ts';
import { batchFactor, batchFactorDegree, overhead, OVERHEAD_DEGREE, type TwoStates } from './factors.ts';
import { menuWeights } from './menu-weights.ts';
import type { ExactShares } from './profit-game.ts';

/** Three numbers of the result are rounded, each by half a unit at most: CMV, variable and fixed costs. */
const ROUNDINGS = 2;

/**
 * The result of one dish: sale price × (1 − Σ variable percentages − Σ fixed costs ÷ average revenue) − cost of the batch ×
 * (100 % + loss) ÷ 100 % ÷ portions; nothing while it is not there or has no price.
 */
export function dishShares(dishId: string, states: TwoStates): ExactShares {
  const { give, shares } = tally();
  const dish = dishesOf(states).find(({ id }) => id === dishId);
  if (!dish) return { shares: shares(), rounding: 0 };
  const { kind, rows } = dish;
  const [before, after] = [BigInt(rows[0].salePrice), BigInt(rows[1].salePrice)];
  const cause = causeKey('dish_price', dishId);
  const price: Factor = { cause, before, after };
  const hasPrice: Factor = { cause, before: sign(before), after: sign(after) };
  const left = overhead(states);
  const network = costNetwork(states.kitchens, states.causes);
  const batch = network.dish(dishId);
  const factorOf = batchFactor(rows, { factor: hasPrice, divisor: 1n, multiple: 1n }, states);
  // Of a derivative, which has one cause less: of the price, or of the dish that came or went, times another two.
  const degree = Math.max(OVERHEAD_DEGREE, batch.degree + batchFactorDegree(states.causes));
  const points = pointsFor(degree);
  const weights = menuWeights({ before: 1, came: 0, went: 0 }, degree).undivided.divided;
  points.forEach((point, k) => {
    network.up(point);
    const factor = factorOf(point);
    const weight = weights[k] ?? 0n;
    const presence = (weight * presenceAt(kind, point)) / point.of;
    const ofPrice = left.leftAt(point);
    give(cause, presence * (after - before) * ofPrice);
    left.give(point, (presence * factorAt(price, point)) / point.of, { give });
    for (const [of, change] of factor.changes) give(of, (-presence * change * batch.cost) / FIXED);
    const result = (factorAt(price, point) * ofPrice) / point.of - (factor.value * batch.cost) / FIXED;
    if (kind !== 'kept') give(presenceKey(dishId, states.causes), presenceChange(kind) * weight * result);
    batch.slope -= (presence * factor.value) / FIXED;
    network.down(point, { give });
  });
  return { shares: shares(), rounding: ROUNDINGS };
}

const sign = (amount: bigint): bigint => (amount > 0n ? 1n : 0n);
