import type { Business, Dish } from '../business/state.ts';
import { costBase } from '../figures/business-figures.ts';
import { portionShare } from '../figures/dish-result.ts';
import { type Both, SIDES } from './two-kitchens.ts';

/** What the cost of a batch is multiplied by for one portion, (100 % + loss) ÷ 100 % ÷ portions. */
export interface PortionTable {
  /** By the state of the dish, then by the state of the business's loss; over `divisor`. */
  readonly numerators: Both<Both<bigint>>;
  readonly divisor: bigint;
}

export function portionTable(dishes: Both<Dish>, losses: Both<bigint>): PortionTable {
  const shares = dishes.map((dish) => losses.map((loss) => portionShare(dish, { loss })));
  const share = (dish: 0 | 1, loss: 0 | 1) => shares[dish]?.[loss] ?? { n: 0n, d: 1n };
  const [old, now] = [share(0, 0).d, share(1, 0).d];
  return {
    numerators: [
      [share(0, 0).n * now, share(0, 1).n * now],
      [share(1, 0).n * old, share(1, 1).n * old],
    ],
    divisor: old * now,
  };
}

export const lossesOf = (states: Both<Business>): Both<bigint> => [costBase(states[0]).loss, costBase(states[1]).loss];

/** Is a portion the same part of a batch, whatever the business's loss? */
export function hasSamePortionShare(dishes: Both<Dish>, losses: Both<bigint>): boolean {
  if (dishes[0].portions === dishes[1].portions && dishes[0].loss === dishes[1].loss) return true;
  const { numerators } = portionTable(dishes, losses);
  return SIDES.every((loss) => numerators[0][loss] === numerators[1][loss]);
}
