import { linesIn } from '../business/channel/channels.ts';
import { isPreparation, type Recipe } from '../business/recipe/components.ts';
import type { RecipeLine } from '../business/recipe/line.ts';
import { SCALE } from '../decimal.ts';
import { once } from '../once.ts';
import { causeKey, preparationKeys } from './causes.ts';
import type { Formula, Node, Term } from './formula.ts';
import { type Both, linesById, type Side, type TwoKitchens } from './two-kitchens.ts';

/** Which of the two a component is, where its cause is settled already: below a preparation. */
type Settled = { readonly cause: string; readonly side: Side } | null;

/** What the recipes of dishes cost between two states, in units: bought things at the bottom, preparations on the way. */
export function recipeCosts(kitchens: TwoKitchens, causes: ReadonlySet<string>, { constant, sum, change }: Formula) {
  const [before, after] = kitchens.states;
  const keyOfPreparation = preparationKeys(kitchens);
  const known = new Map<string, Node>();
  const nothing = constant(0);

  const keyOf = (id: string): string =>
    kitchens.states.some(({ preparations }) => preparations.has(id))
      ? keyOfPreparation(id)
      : causeKey('ingredient', id);

  function remembered(name: string, make: () => Node): Node {
    const node = known.get(name) ?? make();
    known.set(name, node);
    return node;
  }

  /** The lines of a recipe as one state has them; without a channel, those that go everywhere. */
  function batch(recipes: Both<Recipe | undefined>, side: Side, settled: Settled, channelId?: string): Node {
    const others = once(() => linesById(recipes[side === 0 ? 1 : 0]));
    const lines = linesIn(recipes[side]?.lines ?? [], channelId);
    // Plain numbers sum to the same only in the same order.
    const sorted = lines.toSorted((a, b) => (a.ingredientId < b.ingredientId ? -1 : 1));
    return sum(
      sorted.map((line): Term => {
        // Most lines say a unit: the others of the recipe are looked at only for one that does not.
        const other = line.ownUnit === null ? others().get(line.ingredientId) : undefined;
        if (!other || !kitchens.goesWithComponent(other, line))
          return [supply(line, side, settled), line.quantity / SCALE];
        return [lineWithComponent(side === 0 ? [line, other] : [other, line], side, settled), 1];
      }),
    );
  }

  /** The cost of a line whose quantity is as that state has it which the component is of. */
  function lineWithComponent(lines: Both<RecipeLine>, side: Side, settled: Settled): Node {
    const id = lines[0].ingredientId;
    const cause = keyOf(id);
    const costIn = (its: Side): Node => {
      const { quantity } = lines[its];
      const one = costOfOne(id, kitchens.unitOfLine(lines[its], its), its, settled) ?? nothing;
      return sum([[one, quantity / SCALE]]);
    };
    // What is settled must not be looked at as the other state has it: on a circle that would lead back to this recipe.
    if (settled?.cause === cause) return costIn(settled.side);
    return causes.has(cause) ? change(cause, costIn(0), costIn(1)) : costIn(side);
  }

  /**
   * What one of its unit costs that a line of this state asks for. Where the unit does not convert in a state, or the
   * component is not there, it stays as the line's own state has it: 300 g must not meet a price per bunch.
   */
  function supply(line: RecipeLine, side: Side, settled: Settled): Node {
    const id = line.ingredientId;
    const [unit, cause] = [kitchens.unitOfLine(line, side), keyOf(id)];
    const costIn = (its: Side): Node => {
      const now: Settled = { cause, side: its };
      const one = kitchens.inBoth(id) && costOfOne(id, unit, its, now);
      return one ?? costOfOne(id, unit, side, now) ?? nothing;
    };
    if (settled?.cause === cause) return costIn(settled.side);
    return remembered(`${id} ${unit} ${side}`, () =>
      causes.has(cause) ? change(cause, costIn(0), costIn(1)) : costIn(side),
    );
  }

  /** One `unit` of a component of this state; undefined where it does not convert. */
  function costOfOne(id: string, unit: string, side: Side, settled: Settled): Node | undefined {
    const worth = kitchens.worth(id, unit, side);
    const row = kitchens.componentIn(id, side);
    if (!worth || !row) return undefined;
    const share = Number(worth.n) / Number(worth.d);
    if (!isPreparation(row)) return constant(share);
    const cause = keyOfPreparation(id);
    const own = settled?.cause === cause ? settled : { cause, side };
    const recipes = [before.preparations.get(id), after.preparations.get(id)] as const;
    return sum([[remembered(`${id} ${side} ${own.side} batch`, () => batch(recipes, side, own)), share]]);
  }

  /** The cost of the whole recipe of a dish, of the lines that go into what a channel sells. */
  return (id: string, channelId?: string): Node => {
    const recipes = [before.dishes.get(id), after.dishes.get(id)] as const;
    const costIn = (side: Side): Node => batch(recipes, side, null, channelId);
    const cause = causeKey('dish_recipe', id);
    return causes.has(cause) ? change(cause, costIn(0), costIn(1)) : costIn(recipes[1] ? 1 : 0);
  };
}
