import type { RecipeLine } from '../business/recipe/line.ts';
import { linesIn } from '../business/channel/channels.ts';
import { isPreparation } from '../business/recipe/component.ts';
import type { Recipe } from '../business/recipe/components.ts';
import { SCALE } from '../decimal.ts';
import type { Fraction } from '../fraction.ts';
import { causeKey, preparationKeys } from './causes.ts';
import { FIXED, type Point, type Tally } from './diagonal.ts';
import { type Both, linesById, type Side, SIDES, type TwoKitchens } from './two-kitchens.ts';

/**
 * The costs of all recipes between two states as a network: what is bought at the bottom, dishes at the top. At a point
 * of the diagonal one pass upwards gives every cost, and one pass downwards the derivative of a figure with respect to
 * every cost, and so to every cause. Paths are never looked at one by one. All amounts are ten-thousandths over `FIXED`.
 */

/** The lines of one recipe as one state has them. */
interface Batch {
  /** Of the lines that no cause changes. */
  readonly unchanging: bigint;
  readonly terms: readonly { readonly quantity: bigint; readonly of: Supply }[];
  /** Most causes that are multiplied with each other. */
  readonly degree: number;
  cost: bigint;
  /** What the figure changes by with this cost, over `FIXED`. */
  slope: bigint;
}

/** A cost that was `legs[0]` before its cause and is `legs[1]` after; without a cause, the first. */
export interface Supply {
  readonly cause: string | null;
  readonly legs: Both<Leg>;
  readonly degree: number;
  cost: bigint;
  slope: bigint;
}

/** So much of a batch, or, of what is bought, an amount that nothing changes. */
type Leg = bigint | { readonly batch: Batch; readonly share: Fraction };

export interface CostNetwork {
  /** The cost of the whole recipe of a dish, of the lines that go into what a channel sells. */
  readonly dish: (id: string, channelId?: string) => Supply;
  /** Sets every `cost`, and every `slope` to 0. */
  readonly up: (point: Point) => void;
  /** From what was put into the slopes of dishes, all that causes get below them. */
  readonly down: (point: Point, tally: Tally) => void;
}

const NOTHING = 0n;

export function costNetwork(kitchens: TwoKitchens, causes: ReadonlySet<string>): CostNetwork {
  const [before, after] = kitchens.states;
  const keyOfPreparation = preparationKeys(kitchens);
  const batches = new Map<string, Batch>();
  const supplies: Both<Map<string, Map<string, Supply>>> = [new Map(), new Map()];
  /** Each after all that it is made from. */
  const order: (Batch | Supply)[] = [];

  const keyOf = (id: string): string =>
    kitchens.states.some(({ preparations }) => preparations.has(id))
      ? keyOfPreparation(id)
      : causeKey('ingredient', id);

  /** Which of the two a component is, where its cause is settled already: on a circle of preparations. */
  interface Settled {
    readonly cause: string;
    readonly side: Side;
  }

  function newSupply(cause: string | null, legs: Both<Leg>): Supply {
    const isOne = cause === null || legs[0] === legs[1];
    const [first, second] = legs;
    const below = isOne ? degreeOf(first) : Math.max(degreeOf(first), degreeOf(second));
    const cost = typeof first === 'bigint' ? first : costOfShare(first);
    const supply: Supply = {
      cause: isOne ? null : cause,
      legs,
      degree: below + (isOne ? 0 : 1),
      cost,
      slope: 0n,
    };
    if (supply.degree > 0) order.push(supply);
    return supply;
  }

  /** The lines of a recipe of this state; without a channel, those that go everywhere. */
  function batchOf(
    recipes: Both<Recipe | undefined>,
    side: Side,
    { settled, channelId }: { readonly settled: Settled | null; readonly channelId?: string | undefined },
  ): Batch {
    const others = linesById(recipes[side === 0 ? 1 : 0]);
    const terms: { quantity: bigint; of: Supply }[] = [];
    let unchanging = 0n;
    const add = (quantity: number, of: Supply): void => {
      if (of.degree > 0) terms.push({ quantity: BigInt(quantity), of });
      else unchanging += BigInt(quantity) * of.cost;
    };
    for (const line of linesIn(recipes[side]?.lines ?? [], channelId)) {
      const other = others.get(line.ingredientId);
      if (!other || !kitchens.goesWithComponent(other, line)) add(line.quantity, supplyOf(line, side, settled));
      else for (const each of SIDES) addHalf(each === side ? line : other, each);
    }
    const degree = terms.reduce((most, { of }) => Math.max(most, of.degree), 0);
    const batch: Batch = { unchanging, terms, degree, cost: unchanging / BigInt(SCALE), slope: 0n };
    if (degree > 0) order.push(batch);
    return batch;

    /** A quantity that is there only while the component is as this state has it. */
    function addHalf(line: RecipeLine, its: Side): void {
      const id = line.ingredientId;
      const cause = keyOf(id);
      const only = settled?.cause === cause ? settled.side : causes.has(cause) ? undefined : side;
      // The half that is not there must not be looked at: on a circle it would lead back to this recipe.
      if (only !== undefined && only !== its) return;
      const leg = legOf(id, kitchens.unitOfLine(line, its), its, settled) ?? NOTHING;
      if (only !== undefined) add(line.quantity, newSupply(null, [leg, leg]));
      else add(line.quantity, newSupply(cause, its === 0 ? [leg, NOTHING] : [NOTHING, leg]));
    }
  }

  /** What one of its unit costs that a line of this state asks for. */
  function supplyOf(line: RecipeLine, side: Side, settled: Settled | null): Supply {
    const id = line.ingredientId;
    const unit = kitchens.unitOfLine(line, side);
    if (settled !== null && settled.cause === keyOf(id)) return newSupply(null, legsOf(id, unit, side, settled));
    const ofComponent = supplies[side].get(id) ?? new Map<string, Supply>();
    const known = ofComponent.get(unit);
    if (known) return known;
    const cause = keyOf(id);
    const legs = legsOf(id, unit, side, null);
    const made = newSupply(causes.has(cause) ? cause : null, legs);
    supplies[side].set(id, ofComponent.set(unit, made));
    return made;
  }

  /** Where the unit does not convert in a state, or the component is not there, it stays as the line's own state has it. */
  function legsOf(id: string, unit: string, side: Side, settled: Settled | null): Both<Leg> {
    const cause = keyOf(id);
    const isInBoth = kitchens.inBoth(id) !== undefined;
    const legIn = (its: Side): Leg => {
      const now: Settled = { cause, side: its };
      return (isInBoth ? legOf(id, unit, its, now) : undefined) ?? legOf(id, unit, side, now) ?? NOTHING;
    };
    if (settled?.cause !== cause && causes.has(cause)) return [legIn(0), legIn(1)];
    const leg = legIn(settled?.cause === cause ? settled.side : side);
    return [leg, leg];
  }

  /** One `unit` of a component of this state; undefined where it does not convert. */
  function legOf(id: string, unit: string, side: Side, settled: Settled | null): Leg | undefined {
    const worth = kitchens.worth(id, unit, side);
    const row = kitchens.componentIn(id, side);
    if (!worth || !row) return undefined;
    return isPreparation(row) ? { batch: preparation(id, side, settled), share: worth } : (worth.n * FIXED) / worth.d;
  }

  /**
   * @param side whose recipe it is
   * @param settled what is settled above it; its own cause is settled below it
   */
  function preparation(id: string, side: Side, settled: Settled | null): Batch {
    const cause = keyOfPreparation(id);
    const own: Settled = settled?.cause === cause ? settled : { cause, side };
    const name = `${id} ${side} ${own.side}`;
    const known = batches.get(name);
    if (known) return known;
    const made = batchOf([before.preparations.get(id), after.preparations.get(id)], side, { settled: own });
    batches.set(name, made);
    return made;
  }

  function dish(id: string, channelId?: string): Supply {
    const recipes: Both<Recipe | undefined> = [before.dishes.get(id), after.dishes.get(id)];
    const cause = causeKey('dish_recipe', id);
    const whole = (side: Side): Leg => ({
      batch: batchOf(recipes, side, { settled: null, channelId }),
      share: { n: 1n, d: 1n },
    });
    if (causes.has(cause)) return newSupply(cause, [whole(0), whole(1)]);
    const leg = whole(recipes[1] ? 1 : 0);
    return newSupply(null, [leg, leg]);
  }

  return {
    dish,
    up: (point) => order.forEach((each) => setCost(each, point)),
    down: (point, tally) => order.toReversed().forEach((each) => passDown(each, point, tally)),
  };
}

const degreeOf = (leg: Leg): number => (typeof leg === 'bigint' ? 0 : leg.batch.degree);

const costOfShare = (leg: Leg): bigint =>
  typeof leg === 'bigint' ? leg : (leg.batch.cost * leg.share.n) / leg.share.d;

function setCost(each: Batch | Supply, { old, now, of }: Point): void {
  each.slope = 0n;
  if ('terms' in each) {
    let sum = each.unchanging;
    for (const term of each.terms) sum += term.quantity * term.of.cost;
    each.cost = sum / BigInt(SCALE);
  } else {
    const [first, second] = each.legs;
    each.cost = each.cause === null ? costOfShare(first) : (old * costOfShare(first) + now * costOfShare(second)) / of;
  }
}

function passDown(each: Batch | Supply, { old, now, of }: Point, tally: Tally): void {
  const { slope } = each;
  if (slope === 0n) return;
  if ('terms' in each) {
    const ofOne = slope / BigInt(SCALE);
    for (const term of each.terms) term.of.slope += term.quantity * ofOne;
    return;
  }
  const [first, second] = each.legs;
  if (each.cause === null) return passTo(first, slope);
  tally.give(each.cause, slope * (costOfShare(second) - costOfShare(first)));
  passTo(first, (slope * old) / of);
  passTo(second, (slope * now) / of);
}

function passTo(leg: Leg, slope: bigint): void {
  if (typeof leg !== 'bigint') leg.batch.slope += (slope * leg.share.n) / leg.share.d;
}
