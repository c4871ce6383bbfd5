import { componentOf, isPreparation, unitOf } from '../business/recipe/components.ts';
import { exactUnitPrice } from '../business/ingredient/price.ts';
import type { Business, Ingredient, Preparation } from '../business/state.ts';
import { HUNDRED_PERCENT_N, SCALE } from '../decimal.ts';
import type { Fraction } from '../fraction.ts';
import { ratioOf } from '../units/conversions.ts';
import { type Cost, toCost, costOfLines, ZERO_COST, scaled } from './cost.ts';

const SCALE_N = BigInt(SCALE);

/** The parts of a business that costs depend on. */
export type CostingState = Pick<Business, 'ingredients' | 'preparations'>;

/** A preparation with its cost; the same object as long as nothing below it has changed. */
export interface CostedPreparation {
  readonly preparation: Preparation;
  /** Costs of its lines, in their order. */
  readonly components: readonly CostedComponent[];
  /** The cost of the whole batch. */
  readonly wholeRecipeCost: Cost;
  /** The cost of one `yieldUnit`. */
  readonly unitCost: Cost;
}

/** The component of a line, compared by identity: undefined where it does not exist. */
export type CostedComponent = Ingredient | CostedPreparation | undefined;

export interface Costing {
  readonly component: (id: string) => CostedComponent;
  readonly preparation: (id: string) => CostedPreparation | undefined;
  /**
   * The cost of one `unit` of this component; zero where the unit does not convert, or the component does not exist.
   */
  readonly costOfOne: (id: string, unit: string) => Cost;
  /** Results computed so far. */
  readonly costed: ReadonlyMap<string, CostedPreparation>;
}

/** @param before results of an earlier state of the same business: unchanged preparations are not computed again */
export function createCosting(state: CostingState, before?: Costing['costed']): Costing {
  const costed = new Map<string, CostedPreparation>();
  const unitCosts = new Map<string, Map<string, Cost>>();

  const component = (id: string): CostedComponent => state.ingredients.get(id) ?? preparation(id);

  function preparation(id: string): CostedPreparation | undefined {
    const cached = costed.get(id);
    if (cached) return cached;
    const row = state.preparations.get(id);
    if (!row) return undefined;
    const components = row.lines.map((line) => component(line.ingredientId));
    const former = before?.get(id);
    const isSame = former?.preparation === row && former.components.every((each, i) => each === components[i]);
    const result = isSame ? former : costedPreparation(row, components);
    costed.set(id, result);
    return result;
  }

  function costedPreparation(row: Preparation, components: readonly CostedComponent[]): CostedPreparation {
    const wholeRecipeCost = costOfLines(
      row.lines.map(({ ingredientId, quantity, ownUnit }) => {
        const used = componentOf(state, ingredientId);
        return { quantity, unitCost: used ? costOfOne(ingredientId, ownUnit ?? unitOf(used)) : ZERO_COST };
      }),
    );
    // The cost is that of the lines over the yield: R$ 5,00 for 1 l is R$ 1,00 for 200 ml.
    return {
      preparation: row,
      components,
      wholeRecipeCost,
      unitCost: scaled(wholeRecipeCost, SCALE_N, BigInt(row.yieldQuantity)),
    };
  }

  function costOfOne(id: string, unit: string): Cost {
    const ofComponent = unitCosts.get(id) ?? new Map<string, Cost>();
    const cached = ofComponent.get(unit);
    if (cached) return cached;
    const cost = costOfUnit(id, unit);
    unitCosts.set(id, ofComponent.set(unit, cost));
    return cost;
  }

  function costOfUnit(id: string, unit: string): Cost {
    const row = componentOf(state, id);
    const ratio = row && ratioOf(unit, unitOf(row), row.conversions);
    if (!row || !ratio) return ZERO_COST;
    if (isPreparation(row)) return scaled(preparation(id)?.unitCost ?? ZERO_COST, ratio.n, ratio.d);
    const { n, d } = usableUnitCost(row);
    return toCost({ n: n * ratio.n, d: d * ratio.d });
  }

  return { component, preparation, costOfOne, costed };
}

/** The cost of one unit in the dish: at R$ 4,50 with a yield of 80 % it is R$ 5,625. */
export function usableUnitCost(ingredient: Ingredient): Fraction {
  const price = exactUnitPrice(ingredient);
  const { yieldPercentage } = ingredient;
  return yieldPercentage === null ? price : { n: price.n * HUNDRED_PERCENT_N, d: price.d * BigInt(yieldPercentage) };
}
