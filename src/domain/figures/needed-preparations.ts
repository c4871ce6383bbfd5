import { componentOf, isPreparation, unitOf } from '../business/recipe/components.ts';
import type { Preparation, RecipeLine } from '../business/state.ts';
import { bounded, SCALE, type Units } from '../decimal.ts';
import { type Fraction, reduced, rounded, shortened, sumOf } from '../fraction.ts';
import { ratioOf } from '../units/conversions.ts';
import type { Kitchen } from './costing.ts';

/** A preparation with how much of it a recipe needs. */
export interface NeededPreparation {
  readonly preparation: Preparation;
  /** In its `yieldUnit`. */
  readonly quantity: Units;
  /** Its lines are needed so many times: 700 g of a batch of 2 kg are 7/20 of each. */
  readonly times: Fraction;
}

/**
 * All preparations that a recipe reaches, each once and before those that it is made of itself: what is needed of one for
 * several recipes is needed in one go. 2 pizzas with 350 g of dough need 700 g of it, and 7/20 of its recipe.
 * @param times how often the recipe is made
 */
export function neededPreparations(
  lines: readonly RecipeLine[],
  times: Fraction,
  kitchen: Kitchen,
): readonly NeededPreparation[] {
  const needs = new Map<string, Fraction[]>();
  const need = (of: readonly RecipeLine[], often: Fraction): void => {
    for (const { ingredientId, quantity, ownUnit } of of) {
      const used = componentOf(kitchen, ingredientId);
      const ratio = used && isPreparation(used) && ratioOf(ownUnit ?? unitOf(used), used.yieldUnit, used.conversions);
      if (!ratio) continue;
      const { n, d } = often;
      const amount = shortened({ n: BigInt(quantity) * ratio.n * n, d: ratio.d * d });
      needs.set(ingredientId, [...(needs.get(ingredientId) ?? []), amount]);
    }
  };
  need(lines, times);
  return usersFirst(lines, kitchen).flatMap((preparation) => {
    const needed = sumOf(needs.get(preparation.id) ?? []);
    if (needed.n === 0n) return [];
    const often = shortened({ n: needed.n, d: needed.d * BigInt(preparation.yieldQuantity) });
    need(preparation.lines, often);
    return [{ preparation, quantity: bounded(rounded(needed)), times: often }];
  });
}

/** A quantity or a cost of a recipe that is made so many times. */
export const timesAmount = (amount: Units, { n, d }: Fraction): Units => bounded(rounded({ n: BigInt(amount) * n, d }));

/** How often, from the number that was typed: 1,5. */
export const timesOf = (factor: Units): Fraction => reduced({ n: BigInt(factor), d: BigInt(SCALE) });

/** Every preparation below these lines, whoever uses it before it. No recipe leads back to itself. */
function usersFirst(lines: readonly RecipeLine[], kitchen: Kitchen): readonly Preparation[] {
  const seen = new Set<string>();
  const usedFirst: Preparation[] = [];
  const visit = (of: readonly RecipeLine[]): void => {
    for (const { ingredientId } of of.toReversed()) {
      const used = kitchen.preparations.get(ingredientId);
      if (!used || seen.has(ingredientId)) continue;
      seen.add(ingredientId);
      visit(used.lines);
      usedFirst.push(used);
    }
  };
  visit(lines);
  return usedFirst.toReversed();
}
