import { HUNDRED_PERCENT } from '../figures/dish-result.ts';
import { causeKey, MENU, presenceKey } from './causes.ts';
import { costNetwork } from './cost-network.ts';
import { FIXED, pointsFor, tally } from './diagonal.ts';
import { type DishOfBoth, dishesOf, presenceAt, presenceChange } from './dish-of-both.ts';
import { batchFactor, batchFactorDegree, inverse, overhead, OVERHEAD_DEGREE, type TwoStates } from './factors.ts';
import { joinedMenuWeights, type MenuWeights, menuWeights } from './menu-weights.ts';

export interface ExactShares {
  /** By the key of the cause, over `SHARE`; a cause that is not there has none. */
  readonly shares: ReadonlyMap<string, bigint>;
  /** By how many units, at most, the figure as it is shown is off the formula without its roundings, in any mixed state. */
  readonly rounding: number;
}

/**
 * The estimated profit: 100 % × (1 − Σ fixed costs ÷ average revenue − Σ variable percentages) − the mean over all dishes of
 * 100 % × cost of the batch × (100 % + loss) ÷ 100 % ÷ portions ÷ sale price.
 */
export function profitShares(states: TwoStates): ExactShares {
  const { give, shares } = tally();
  const all = dishesOf(states);
  const left = overhead(states);
  const network = costNetwork(states.kitchens, states.causes);
  const dishes = all.map(({ id, kind, rows }) => {
    const [old, now] = rows.map(({ salePrice }) => BigInt(salePrice));
    const price = { ...inverse(causeKey('dish_price', id), old ?? 0n, now ?? 0n), multiple: HUNDRED_PERCENT };
    const factorOf = batchFactor(rows, price, states);
    return { kind, batch: network.dish(id), presence: presenceKey(id, states.causes), factorOf };
  });
  const below = dishes.reduce((most, { batch }) => Math.max(most, batch.degree), 0) + batchFactorDegree(states.causes);
  // Of a derivative; but where dishes come and go, whole products are divided by another number.
  const degree = Math.max(OVERHEAD_DEGREE - 1, dishes.every(({ kind }) => kind === 'kept') ? below - 1 : below + 1);
  const weights = weightsOf(all, states, degree);
  const comeAndGo = states.causes.has(MENU)
    ? []
    : dishes.flatMap(({ kind, presence }, i) => (kind === 'kept' ? [] : [{ kind, presence, i }]));
  pointsFor(degree).forEach((point, k) => {
    network.up(point);
    left.give(point, HUNDRED_PERCENT * (weights.undivided.divided[k] ?? 0n), { give });
    const sums = { kept: 0n, came: 0n, went: 0n };
    const shareOfPrice = dishes.map(({ kind, batch, presence, factorOf }) => {
      const factor = factorOf(point);
      const weight = weights[kind].divided[k] ?? 0n;
      const there = (weight * presenceAt(kind, point)) / point.of;
      const whole = factor.value * batch.cost;
      for (const [cause, change] of factor.changes) give(cause, (-there * change * batch.cost) / FIXED);
      if (kind !== 'kept') give(presence, (-presenceChange(kind) * weight * whole) / FIXED);
      batch.slope -= (there * factor.value) / FIXED;
      const own = (whole * presenceAt(kind, point)) / point.of;
      sums[kind] += own;
      return own;
    });
    network.down(point, { give });
    // What a dish gets for changing the number that all other dishes are divided by.
    const divide = (cause: string, kind: 'came' | 'went', own: bigint): void => {
      for (const of of ['kept', 'came', 'went'] as const) {
        const weight = weights[of][kind === 'came' ? 'ofCame' : 'ofWent'][k] ?? 0n;
        give(cause, (-weight * (sums[of] - (of === kind ? own : 0n))) / FIXED);
      }
    };
    if (states.causes.has(MENU)) divide(MENU, 'came', 0n);
    for (const { kind, presence, i } of comeAndGo) divide(presence, kind, shareOfPrice[i] ?? 0n);
  });
  return { shares: shares(), rounding: 1 + roundingOfMean(all) };
}

function weightsOf(dishes: readonly DishOfBoth[], { before, after, causes }: TwoStates, degree: number): MenuWeights {
  if (causes.has(MENU)) return joinedMenuWeights({ before: before.dishes.size, after: after.dishes.size }, degree);
  const numberOf = (kind: DishOfBoth['kind']): number => dishes.filter((dish) => dish.kind === kind).length;
  return menuWeights({ before: before.dishes.size, came: numberOf('came'), went: numberOf('went') }, degree);
}

/**
 * The CMV of a portion is rounded to a ten-thousandth before it is divided by the sale price: of R$ 20,00 that is up to
 * 2,5 units of a percentage, of R$ 0,50 up to 100, of the mean as many times less as there are dishes.
 */
function roundingOfMean(dishes: readonly DishOfBoth[]): number {
  const thousandths = dishes.map(({ rows }) => {
    const prices = rows.map(({ salePrice }) => BigInt(salePrice)).filter((price) => price > 0n);
    const least = prices.reduce((a, b) => (a < b ? a : b), prices[0] ?? 0n);
    return least === 0n ? 0n : (HUNDRED_PERCENT * 1_000n) / (2n * least) + 1n;
  });
  const sum = thousandths.reduce((a, b) => a + b, 0n);
  const most = thousandths.reduce((a, b) => (a > b ? a : b), 0n);
  const kept = dishes.filter((dish) => dish.kind === 'kept').length;
  const mean = kept === 0 ? most : sum / BigInt(kept);
  return Number((mean < most ? mean : most) / 1_000n) + 1;
}
