import { type Component, componentOf, isPreparation, unitOf } from '../business/recipe/components.ts';
import type { Preparation, RecipeLine } from '../business/state.ts';
import { toSafeNumber, SCALE, type TenThousandths } from '../decimal.ts';
import { type Fraction, reduced, rounded, shortened, sumOf } from '../fraction.ts';
import { ratioOf } from '../units/conversions.ts';
import type { CostingState } from './costing.ts';

/** A preparation with the quantity that recipes need. */
export interface NeededPreparation {
  readonly preparation: Preparation;
  /** The quantity in its `yieldUnit`. */
  readonly quantity: TenThousandths;
  /** The factor for its lines: 700 g of a batch of 2 kg are 7/20 of each. */
  readonly times: Fraction;
}

/** A recipe with the number of times it is made. */
export interface RepeatedRecipe {
  readonly lines: readonly RecipeLine[];
  readonly times: Fraction;
}

/**
 * All preparations that recipes use on any level, each once and before its own components, so that the needs of several
 * recipes are added up. 2 pizzas with 350 g of dough need 700 g of it, and 7/20 of its recipe.
 */
export function neededPreparations(
  recipes: readonly RepeatedRecipe[],
  kitchen: CostingState,
): readonly NeededPreparation[] {
  const needs = new Map<string, Fraction[]>();
  const need = ({ lines, times }: RepeatedRecipe): void => {
    for (const line of lines) {
      const used = componentOf(kitchen, line.ingredientId);
      const amount = used && isPreparation(used) && lineNeed(line, times, used);
      if (!amount) continue;
      const former = needs.get(used.id);
      if (former) former.push(amount);
      else needs.set(used.id, [amount]);
    }
  };
  recipes.forEach(need);
  const lines = recipes.flatMap((recipe) => recipe.lines);
  return usersFirst(lines, kitchen).flatMap((preparation) => {
    const needed = sumOf(needs.get(preparation.id) ?? []);
    if (needed.n === 0n) return [];
    const times = shortened({ n: needed.n, d: needed.d * BigInt(preparation.yieldQuantity) });
    need({ lines: preparation.lines, times });
    return [{ preparation, quantity: toSafeNumber(rounded(needed)), times }];
  });
}

/**
 * The need of a line's component when the recipe is made so many times, in the component's unit; undefined where the
 * line's unit does not convert.
 */
export function lineNeed({ quantity, ownUnit }: RecipeLine, { n, d }: Fraction, used: Component): Fraction | undefined {
  const ratio = ratioOf(ownUnit ?? unitOf(used), unitOf(used), used.conversions);
  return ratio && shortened({ n: BigInt(quantity) * ratio.n * n, d: ratio.d * d });
}

/** A quantity or a cost of a recipe times a factor. */
export const multiplyAmount = (amount: TenThousandths, { n, d }: Fraction): TenThousandths =>
  toSafeNumber(rounded({ n: BigInt(amount) * n, d }));

/** The typed factor as a fraction: 1,5. */
export const factorFraction = (factor: TenThousandths): Fraction => reduced({ n: BigInt(factor), d: BigInt(SCALE) });

/** Every preparation below these lines, each after all preparations that use it. No recipe contains itself. */
function usersFirst(lines: readonly RecipeLine[], kitchen: CostingState): readonly Preparation[] {
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
