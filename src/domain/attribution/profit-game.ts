import type { Dish } from '../business/state.ts';
import { SCALE } from '../decimal.ts';
import { HUNDRED_PERCENT, LOSS_DENOMINATOR, LOSS_NUMERATOR } from '../figures/dish-figures.ts';
import { causeKey, MENU, presenceKey } from './causes.ts';
import {
  fixedCostFactors,
  inverse,
  inverseRevenue,
  lineFactors,
  type TwoStates,
  variableCostFactors,
} from './factors.ts';
import { joinedMenuWeights, type MenuWeights, menuWeights } from './menu-weights.ts';
import { constant, productGame } from './product-game.ts';

export interface ExactShares {
  /** By the key of the cause, over `SHARE`; a cause that is not there has none. */
  readonly shares: ReadonlyMap<string, bigint>;
  /** By how many units, at most, the figure as it is shown is off the sum of products, in any mixed state. */
  readonly rounding: number;
}

/**
 * The estimated profit as a sum of products: 100 − Σ fixed cost ÷ average revenue − Σ variable percentages − Σ over all
 * dishes and their lines of quantity × price × 1,10 ÷ sale price ÷ number of dishes.
 */
export function profitShares(states: TwoStates): ExactShares {
  const dishes = dishesOf(states);
  const game = productGame(weightsOf(dishes, states));
  const one = constant(1n);
  const revenue = inverseRevenue(states);
  for (const cost of fixedCostFactors(states))
    game.add(
      { coefficient: -HUNDRED_PERCENT, divisor: revenue.divisor, factors: [cost, revenue.factor, one] },
      'undivided',
    );
  for (const cost of variableCostFactors(states))
    game.add({ coefficient: -1n, divisor: 1n, factors: [cost, one, one] }, 'undivided');
  for (const { id, kind, old, now } of dishes) {
    const price = inverse(causeKey('dish_price', id), priceOf(old ?? now), priceOf(now ?? old));
    for (const [quantity, unitPrice] of lineFactors(old, now, states))
      game.add(
        {
          coefficient: -HUNDRED_PERCENT * LOSS_NUMERATOR,
          divisor: price.divisor * LOSS_DENOMINATOR * BigInt(SCALE),
          factors: [quantity, unitPrice, price.factor],
        },
        kind,
        presenceKey(id, states.causes),
      );
  }
  if (states.causes.has(MENU)) game.divide(MENU, 'came');
  else for (const { id, kind } of dishes) if (kind !== 'kept') game.divide(causeKey('dish', id), kind);
  return { shares: game.shares, rounding: 1 + roundingOfMean(dishes) };
}

interface DishOfBoth {
  readonly id: string;
  readonly kind: 'kept' | 'came' | 'went';
  readonly old: Dish | undefined;
  readonly now: Dish | undefined;
}

const dishesOf = ({ before, after }: TwoStates): readonly DishOfBoth[] =>
  [...new Set([...before.dishes.keys(), ...after.dishes.keys()])].map((id) => {
    const [old, now] = [before.dishes.get(id), after.dishes.get(id)];
    return { id, kind: !old ? 'came' : !now ? 'went' : 'kept', old, now };
  });

const priceOf = (dish: Dish | undefined): bigint => BigInt(dish?.salePrice ?? 0);

function weightsOf(dishes: readonly DishOfBoth[], { before, after, causes }: TwoStates): MenuWeights {
  if (causes.has(MENU)) return joinedMenuWeights({ before: before.dishes.size, after: after.dishes.size });
  const numberOf = (kind: DishOfBoth['kind']): number => dishes.filter((dish) => dish.kind === kind).length;
  return menuWeights({ before: before.dishes.size, came: numberOf('came'), went: numberOf('went') });
}

/**
 * The CMV of a dish is rounded to a ten-thousandth before it is divided by the sale price: of R$ 20,00 that is up to
 * 2,5 units of a percentage, of R$ 0,50 up to 100, of the mean as many times less as there are dishes.
 */
function roundingOfMean(dishes: readonly DishOfBoth[]): number {
  const thousandths = dishes.map(({ old, now }) => {
    const prices = [priceOf(old), priceOf(now)].filter((price) => price > 0n);
    const least = prices.reduce((a, b) => (a < b ? a : b), prices[0] ?? 0n);
    return least === 0n ? 0n : (HUNDRED_PERCENT * 1_000n) / (2n * least) + 1n;
  });
  const sum = thousandths.reduce((a, b) => a + b, 0n);
  const most = thousandths.reduce((a, b) => (a > b ? a : b), 0n);
  const kept = dishes.filter((dish) => dish.kind === 'kept').length;
  const mean = kept === 0 ? most : sum / BigInt(kept);
  return Number((mean < most ? mean : most) / 1_000n) + 1;
}
