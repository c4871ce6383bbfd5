import { toSafeNumber, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import { type SharedCosts, fixedCostAt, fixedCostPercentage, variableCostAt } from './dish-result.ts';
import { findLowestPrice, type PriceGrain } from './price-grain.ts';

/** The owner's goal for one sale of a dish. */
export type PriceGoal =
  /** A percentage of the price that is left after CMV and variable costs. */
  | { readonly kind: 'margin'; readonly percentage: TenThousandths }
  /** An amount that is left after CMV, variable and fixed costs. */
  | { readonly kind: 'profit'; readonly amount: TenThousandths };

export type SuggestedPrice =
  | { readonly kind: 'price'; readonly salePrice: TenThousandths }
  /** The percentages of the price, including the wanted margin, leave nothing for the ingredients. */
  | { readonly kind: 'impossible'; readonly taken: TenThousandths }
  /** The price exceeds the maximum price of a dish. */
  | { readonly kind: 'too_dear' }
  /** A dish that costs nothing has any margin at any price. */
  | { readonly kind: 'no_cost' };

export interface PriceQuestion {
  /** CMV of one portion. */
  readonly cmv: TenThousandths;
  readonly sharedCosts: SharedCosts;
  readonly goal: PriceGoal;
  readonly grain: PriceGrain;
}

/**
 * The lowest price on the menu's grain that reaches the goal: mark-up pricing as the trade teaches it ("preço = custo ÷
 * (1 − taxas − margem)"), here from the very same rounded amounts that the dish will show.
 *
 * Margin: p − cmv − p·var = m·p, so p = cmv ÷ (1 − var − m): R$ 22,7607 ÷ (1 − 0,212 − 0,50) = R$ 79,0302 → R$ 79,10.
 * Profit: p − cmv − p·var − p·F/avg = l, so p = (cmv + l) ÷ (1 − var − F/avg).
 */
export function suggestedPrice({ cmv, sharedCosts, goal, grain }: PriceQuestion): SuggestedPrice {
  if (cmv === 0) return { kind: 'no_cost' };
  const taken =
    goal.kind === 'margin' ? sharedCosts.variablePercentage + BigInt(goal.percentage) : costShareOfPrice(sharedCosts);
  if (taken >= HUNDRED_PERCENT_N) return { kind: 'impossible', taken: toSafeNumber(taken) };
  const salePrice = findLowestPrice(
    (price) => isGoalReached(goal, remainderAt(BigInt(price), BigInt(cmv), sharedCosts)),
    grain,
  );
  return salePrice === undefined ? { kind: 'too_dear' } : { kind: 'price', salePrice };
}

const costShareOfPrice = (sharedCosts: SharedCosts): bigint =>
  sharedCosts.variablePercentage + fixedCostPercentage(sharedCosts);

interface Remainder {
  readonly price: bigint;
  readonly margin: bigint;
  readonly profit: bigint;
}

function remainderAt(price: bigint, cmv: bigint, sharedCosts: SharedCosts): Remainder {
  const margin = price - cmv - variableCostAt(price, sharedCosts);
  return { price, margin, profit: margin - fixedCostAt(price, sharedCosts) };
}

/** The exact comparison, not the rounded percentage: 49,99996 % is displayed as 50 % and is less. */
const isGoalReached = (goal: PriceGoal, { price, margin, profit }: Remainder): boolean =>
  goal.kind === 'margin'
    ? margin * HUNDRED_PERCENT_N >= BigInt(goal.percentage) * price
    : profit >= BigInt(goal.amount);
