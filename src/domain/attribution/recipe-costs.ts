import { linesIn } from '../business/channel/channels.ts';
import { isPreparation, type Recipe } from '../business/recipe/components.ts';
import type { RecipeLine } from '../business/recipe/line.ts';
import { SCALE } from '../decimal.ts';
import { once } from '../once.ts';
import { causeKey, preparationKeys } from './causes.ts';
import type { Formula, Node, Term } from './formula.ts';
import { type Both, linesById, type Side, type TwoKitchens } from './two-kitchens.ts';

/** Which of the two a component is, where its cause is settled already: below a preparation. */
type SettledSide = { readonly cause: string; readonly side: Side } | null;

/** What the recipes of dishes cost between two states, in units: bought things at the bottom, preparations on the way. */
export class RecipeCosts {
  readonly #kitchens: TwoKitchens;
  readonly #causes: ReadonlySet<string>;
  readonly #formula: Formula;
  readonly #keyOfPreparation: (id: string) => string;
  readonly #known = new Map<string, Node>();
  readonly #nothing: Node;

  constructor(kitchens: TwoKitchens, causes: ReadonlySet<string>, formula: Formula) {
    this.#kitchens = kitchens;
    this.#causes = causes;
    this.#formula = formula;
    this.#keyOfPreparation = preparationKeys(kitchens);
    this.#nothing = formula.constant(0);
  }

  /** The cost of the whole recipe of a dish, of the lines that go into what a channel sells. */
  ofDish(id: string, channelId?: string): Node {
    const [before, after] = this.#kitchens.states;
    const recipes = [before.dishes.get(id), after.dishes.get(id)] as const;
    const costIn = (side: Side): Node => this.#batch(recipes, side, null, channelId);
    return this.#change(causeKey('dish_recipe', id), costIn, recipes[1] ? 1 : 0);
  }

  /** The lines of a recipe as one state has them; without a channel, those that go everywhere. */
  #batch(recipes: Both<Recipe | undefined>, side: Side, settled: SettledSide, channelId?: string): Node {
    const others = once(() => linesById(recipes[side === 0 ? 1 : 0]));
    const lines = linesIn(recipes[side]?.lines ?? [], channelId);
    // Plain numbers sum to the same only in the same order.
    const sorted = lines.toSorted((a, b) => (a.ingredientId < b.ingredientId ? -1 : 1));
    return this.#formula.sum(
      sorted.map((line): Term => {
        // Most lines say a unit: the others of the recipe are looked at only for one that does not.
        const other = line.ownUnit === null ? others().get(line.ingredientId) : undefined;
        if (!other || !this.#kitchens.goesWithComponent(other, line))
          return [this.#supply(line, side, settled), line.quantity / SCALE];
        return [this.#lineWithComponent(side === 0 ? [line, other] : [other, line], side, settled), 1];
      }),
    );
  }

  /** The cost of a line whose quantity is as that state has it which the component is of. */
  #lineWithComponent(lines: Both<RecipeLine>, side: Side, settled: SettledSide): Node {
    const id = lines[0].ingredientId;
    const cause = this.#keyOf(id);
    const costIn = (its: Side): Node => {
      const { quantity } = lines[its];
      const one = this.#costOfOne(id, this.#kitchens.unitOfLine(lines[its], its), its, settled) ?? this.#nothing;
      return this.#formula.sum([[one, quantity / SCALE]]);
    };
    // What is settled must not be looked at as the other state has it: on a circle that would lead back to this recipe.
    return settled?.cause === cause ? costIn(settled.side) : this.#change(cause, costIn, side);
  }

  /**
   * What one of its unit costs that a line of this state asks for. Where the unit does not convert in a state, or the
   * component is not there, it stays as the line's own state has it: 300 g must not meet a price per bunch.
   */
  #supply(line: RecipeLine, side: Side, settled: SettledSide): Node {
    const id = line.ingredientId;
    const [unit, cause] = [this.#kitchens.unitOfLine(line, side), this.#keyOf(id)];
    const costIn = (its: Side): Node => {
      const now: SettledSide = { cause, side: its };
      const one = this.#kitchens.inBoth(id) && this.#costOfOne(id, unit, its, now);
      return one ?? this.#costOfOne(id, unit, side, now) ?? this.#nothing;
    };
    if (settled?.cause === cause) return costIn(settled.side);
    return this.#remembered(`${id} ${unit} ${side}`, () => this.#change(cause, costIn, side));
  }

  /** One `unit` of a component of this state; undefined where it does not convert. */
  #costOfOne(id: string, unit: string, side: Side, settled: SettledSide): Node | undefined {
    const worth = this.#kitchens.worth(id, unit, side);
    const row = this.#kitchens.componentIn(id, side);
    if (!worth || !row) return undefined;
    const share = Number(worth.n) / Number(worth.d);
    if (!isPreparation(row)) return this.#formula.constant(share);
    const [before, after] = this.#kitchens.states;
    const cause = this.#keyOfPreparation(id);
    const own = settled?.cause === cause ? settled : { cause, side };
    const recipes = [before.preparations.get(id), after.preparations.get(id)] as const;
    const batch = this.#remembered(`${id} ${side} ${own.side} batch`, () => this.#batch(recipes, side, own));
    return this.#formula.sum([[batch, share]]);
  }

  #keyOf(id: string): string {
    const isMade = this.#kitchens.states.some(({ preparations }) => preparations.has(id));
    return isMade ? this.#keyOfPreparation(id) : causeKey('ingredient', id);
  }

  /** Before and after its cause; of what is no cause, as this state has it. */
  #change(cause: string, costIn: (side: Side) => Node, side: Side): Node {
    return this.#causes.has(cause) ? this.#formula.change(cause, costIn(0), costIn(1)) : costIn(side);
  }

  #remembered(name: string, make: () => Node): Node {
    const node = this.#known.get(name) ?? make();
    this.#known.set(name, node);
    return node;
  }
}
