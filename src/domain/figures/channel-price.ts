import { toSafeNumber, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import { roundUpExactToGrain, type PriceGrain } from './price-grain.ts';

/** The goal of a sale in a channel, after CMV and the variable costs of the channel. */
export type ChannelGoal =
  /** An amount of money: as much as in another channel. */
  | { readonly kind: 'amount'; readonly amount: TenThousandths }
  /** A percentage of the price. */
  | { readonly kind: 'margin'; readonly percentage: TenThousandths };

export type ChannelPrice =
  | { readonly kind: 'price'; readonly price: TenThousandths }
  /** The percentages of the price, including the wanted margin, leave nothing. */
  | { readonly kind: 'impossible'; readonly taken: TenThousandths }
  /** The price exceeds the maximum price of a dish. */
  | { readonly kind: 'too_dear' }
  /** Any price reaches the goal: the dish costs nothing, and the goal is zero. */
  | { readonly kind: 'any' };

interface ChannelPriceQuestion {
  /** CMV of one portion in that channel. */
  readonly cmv: TenThousandths;
  /** The sum of the variable costs in that channel, percent. */
  readonly rates: bigint;
  readonly goal: ChannelGoal;
  readonly grain: PriceGrain;
}

/**
 * The price of a dish in a channel that reaches a goal: the exact quotient, rounded up to the grain.
 *
 * Amount: (cmv + amount) ÷ (1 − rates): (R$ 22,7607 + R$ 16,5605) ÷ (1 − 0,412) = R$ 66,8727… → R$ 66,90. Margin: cmv ÷
 * (1 − rates − margin): R$ 22,7607 ÷ (1 − 0,412 − 0,30) = R$ 79,0302… → R$ 79,90.
 */
export function channelPrice({ cmv, rates, goal, grain }: ChannelPriceQuestion): ChannelPrice {
  const taken = rates + (goal.kind === 'margin' ? BigInt(goal.percentage) : 0n);
  if (taken >= HUNDRED_PERCENT_N) return { kind: 'impossible', taken: toSafeNumber(taken) };
  const kept = BigInt(cmv) + (goal.kind === 'amount' ? BigInt(goal.amount) : 0n);
  if (kept <= 0n) return { kind: 'any' };
  const price = roundUpExactToGrain({ n: kept * HUNDRED_PERCENT_N, d: HUNDRED_PERCENT_N - taken }, grain);
  return price === undefined ? { kind: 'too_dear' } : { kind: 'price', price };
}
