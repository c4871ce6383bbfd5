import type { RecipeLine } from '../business/recipe/line.ts';
import { type Component, componentOf, isPreparation, type Recipe, unitOf } from '../business/recipe/components.ts';
import { isSameScope } from '../business/channel/fields.ts';
import type { Business } from '../business/state.ts';
import { SCALE, type TenThousandths } from '../decimal.ts';
import { usableUnitCost } from '../figures/costing.ts';
import type { Fraction } from '../fraction.ts';
import { once } from '../once.ts';
import { ratioOf } from '../units/conversions.ts';
import { isSameForm, isSameUnit, measureOf } from '../units/measure.ts';
import { cyclesOf } from './cycles.ts';

/** One of two states: 0 is before, 1 is after. */
export type StateIndex = 0 | 1;
export const STATE_INDEXES = [0, 1] as const;

/** The values of the same fact in both states. */
export type BeforeAfter<Fact> = readonly [before: Fact, after: Fact];

/** Ingredients, preparations and recipes of two states of a business, compared by cost and not by notation. */
export type ComparedCostings = ReturnType<typeof compareCostings>;

/** Compares the components of both states and the values of their units. */
function compareComponents(states: BeforeAfter<Business>) {
  const ratios: BeforeAfter<Map<string, Map<string, Fraction | undefined>>> = [new Map(), new Map()];
  const relabelled = new Map<string, boolean>();

  const componentIn = (id: string, stateIndex: StateIndex): Component | undefined =>
    componentOf(states[stateIndex], id);

  /** The rows of a component that both states have as the same kind of entity. */
  function inBoth(id: string): BeforeAfter<Component> | undefined {
    const [old, now] = [componentIn(id, 0), componentIn(id, 1)];
    return old && now && isPreparation(old) === isPreparation(now) ? [old, now] : undefined;
  }

  /** The unit of a line in this state. */
  function unitOfLine({ ownUnit, ingredientId }: RecipeLine, stateIndex: StateIndex): string {
    if (ownUnit !== null) return ownUnit;
    const component = componentIn(ingredientId, stateIndex);
    return component ? unitOf(component) : '';
  }

  /** The number of own units in one `unit` of a component in this state; undefined where it does not convert. */
  function ratio(id: string, unit: string, stateIndex: StateIndex): Fraction | undefined {
    const ofComponent = ratios[stateIndex].get(id) ?? new Map<string, Fraction | undefined>();
    if (ofComponent.has(unit)) return ofComponent.get(unit);
    const row = componentIn(id, stateIndex);
    const found = row && ratioOf(unit, unitOf(row), row.conversions);
    ratios[stateIndex].set(id, ofComponent.set(unit, found));
    return found;
  }

  /**
   * The value of one `unit` of a component: for an ingredient its cost in ten-thousandths of a real, for a preparation
   * the number of batches. Undefined where the unit does not convert.
   */
  function worth(id: string, unit: string, stateIndex: StateIndex): Fraction | undefined {
    const row = componentIn(id, stateIndex);
    const units = ratio(id, unit, stateIndex);
    if (!row || !units) return undefined;
    if (isPreparation(row)) return { n: units.n * BigInt(SCALE), d: units.d * BigInt(row.yieldQuantity) };
    const { n, d } = usableUnitCost(row);
    return { n: n * units.n, d: d * units.d };
  }

  /** Tells whether one `unit` of the component has the same value in both states. */
  const hasSameValue = (id: string, unit: string): boolean => isSameFraction(worth(id, unit, 0), worth(id, unit, 1));

  /**
   * Tells whether the unit of a component was replaced by another one. Then the quantities of lines without a unit of
   * their own change meaning together with the component, and belong to its cause. Lines of a converted component have
   * their old unit written down.
   */
  function isRelabelled(id: string): boolean {
    const known = relabelled.get(id);
    if (known !== undefined) return known;
    const rows = inBoth(id);
    const isSo = rows !== undefined && !isSameUnit(unitOf(rows[0]), unitOf(rows[1]));
    relabelled.set(id, isSo);
    return isSo;
  }

  return { componentIn, inBoth, unitOfLine, ratio, worth, hasSameValue, isRelabelled };
}

export function compareCostings(before: Business, after: Business) {
  const states: BeforeAfter<Business> = [before, after];
  const circles = once(() => cyclesOf(before, after));
  const { componentIn, inBoth, unitOfLine, ratio, worth, hasSameValue, isRelabelled } = compareComponents(states);

  /** Tells whether the quantity of a line belongs to the cause of the component and not to that of the recipe. */
  const belongsToComponent = (old: RecipeLine | undefined, now: RecipeLine | undefined): boolean =>
    old?.ownUnit === null && now?.ownUnit === null && isRelabelled(now.ingredientId);

  /** Tells whether two lines of one component have the same quantity, in a unit that both states know. */
  function hasSameQuantity(old: RecipeLine, now: RecipeLine): boolean {
    const id = now.ingredientId;
    const [unit, unitNow] = [unitOfLine(old, 0), unitOfLine(now, 1)];
    const [quantity, quantityNow] = [BigInt(old.quantity), BigInt(now.quantity)];
    if (!inBoth(id)) return false;
    if (unit === unitNow && quantity === quantityNow) return true;
    if (belongsToComponent(old, now)) return true;
    const [measure, measureNow] = [measureOf(unit), measureOf(unitNow)];
    // Two spellings of one unit may be different units of a component, according to its conversions.
    const isSettled = measure.kind !== 'custom' || isSameForm(unit, unitNow);
    if (isSettled && measure.dimension === measureNow.dimension)
      return quantity * measure.size === quantityNow * measureNow.size;
    return STATE_INDEXES.every((stateIndex) => {
      const [one, oneNow] = [ratio(id, unit, stateIndex), ratio(id, unitNow, stateIndex)];
      return one && oneNow && quantity * one.n * oneNow.d === quantityNow * oneNow.n * one.d;
    });
  }

  /** Tells whether a pair of lines that belongs to the component's cause has the same cost in both states. */
  const hasSameCost = (old: RecipeLine, now: RecipeLine): boolean => {
    const [one, oneNow] = [
      worth(old.ingredientId, unitOfLine(old, 0), 0),
      worth(now.ingredientId, unitOfLine(now, 1), 1),
    ];
    return isSameFraction(one && times(one, old.quantity), oneNow && times(oneNow, now.quantity));
  };

  function isSameRecipe(old: Recipe, now: Recipe): boolean {
    if (old.lines === now.lines) return true;
    if (old.lines.length !== now.lines.length) return false;
    const lines = linesById(old);
    return now.lines.every((line) => {
      const was = lines.get(line.ingredientId);
      return was !== undefined && isSameScope(was.channels, line.channels) && hasSameQuantity(was, line);
    });
  }

  return {
    states,
    circles,
    componentIn,
    inBoth,
    unitOfLine,
    worth,
    hasSameValue,
    belongsToComponent,
    hasSameCost,
    isSameRecipe,
  };
}

export const linesById = (recipe: Recipe | undefined): ReadonlyMap<string, RecipeLine> =>
  new Map(recipe?.lines.map((line) => [line.ingredientId, line]));

const times = ({ n, d }: Fraction, quantity: TenThousandths): Fraction => ({ n: n * BigInt(quantity), d });

export const isSameFraction = (a: Fraction | undefined, b: Fraction | undefined): boolean =>
  a !== undefined && b !== undefined && a.n * b.d === b.n * a.d;
