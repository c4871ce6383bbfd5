import { bounded, type Units } from '../decimal.ts';
import { HUNDRED_PERCENT } from './dish-result.ts';
import { grainAbove, type PriceGrain } from './price-grain.ts';

/** What a sale in a channel is to leave after CMV and what is paid of every sale there. */
export type ChannelGoal =
  /** So much money: as much as in another channel. */
  | { readonly kind: 'amount'; readonly amount: Units }
  /** This much of the price, in percent. */
  | { readonly kind: 'margin'; readonly percentage: Units };

export type ChannelPrice =
  | { readonly kind: 'price'; readonly price: Units }
  /** What goes off every price in percent, wanted margin included, leaves nothing. */
  | { readonly kind: 'impossible'; readonly taken: Units }
  /** There is such a price, beyond what a dish may cost here. */
  | { readonly kind: 'too_dear' }
  /** The dish costs nothing, and nothing is wanted of it: it does so at any price. */
  | { readonly kind: 'any' };

interface ChannelPriceQuestion {
  /** CMV of one portion in that channel. */
  readonly cmv: Units;
  /** Sum of what is paid of every sale there, percent. */
  readonly rates: bigint;
  readonly goal: ChannelGoal;
  readonly grain: PriceGrain;
}

/**
 * What a dish must cost in a channel: the exact quotient, and from it up to the next price of the grain.
 *
 * Amount: (cmv + amount) ÷ (1 − rates): (R$ 22,7607 + R$ 16,5605) ÷ (1 − 0,412) = R$ 66,8727… → R$ 66,90.
 * Margin: cmv ÷ (1 − rates − margin): R$ 22,7607 ÷ (1 − 0,412 − 0,30) = R$ 79,0302… → R$ 79,90.
 */
export function channelPrice({ cmv, rates, goal, grain }: ChannelPriceQuestion): ChannelPrice {
  const taken = rates + (goal.kind === 'margin' ? BigInt(goal.percentage) : 0n);
  if (taken >= HUNDRED_PERCENT) return { kind: 'impossible', taken: bounded(taken) };
  const kept = BigInt(cmv) + (goal.kind === 'amount' ? BigInt(goal.amount) : 0n);
  if (kept <= 0n) return { kind: 'any' };
  const price = grainAbove({ n: kept * HUNDRED_PERCENT, d: HUNDRED_PERCENT - taken }, grain);
  return price === undefined ? { kind: 'too_dear' } : { kind: 'price', price };
}
