import { linesIn } from '../business/channel/channels.ts';
import { isPreparation, type Recipe } from '../business/recipe/components.ts';
import type { RecipeLine } from '../business/recipe/line.ts';
import { SCALE } from '../decimal.ts';
import { once } from '../once.ts';
import { causeKey, preparationKeys } from './causes.ts';
import type { Formula, FormulaNode, Term } from './formula.ts';
import { type BeforeAfter, linesById, type StateIndex, type ComparedCostings } from './compare-costings.ts';

/** The state that a component below a preparation is taken from, where its cause has been decided already. */
type DecidedState = { readonly cause: string; readonly stateIndex: StateIndex } | null;

/**
 * Costs of the recipes of dishes between two states, in ten-thousandths: ingredients at the bottom, preparations above
 * them.
 */
export class RecipeCosts {
  readonly #comparison: ComparedCostings;
  readonly #causes: ReadonlySet<string>;
  readonly #formula: Formula;
  readonly #keyOfPreparation: (id: string) => string;
  readonly #known = new Map<string, FormulaNode>();
  readonly #nothing: FormulaNode;

  constructor(comparison: ComparedCostings, causes: ReadonlySet<string>, formula: Formula) {
    this.#comparison = comparison;
    this.#causes = causes;
    this.#formula = formula;
    this.#keyOfPreparation = preparationKeys(comparison);
    this.#nothing = formula.constant(0);
  }

  /** The cost of the whole recipe of a dish, with the lines that count in a channel. */
  ofDish(id: string, channelId?: string): FormulaNode {
    const [before, after] = this.#comparison.states;
    const recipes = [before.dishes.get(id), after.dishes.get(id)] as const;
    const costIn = (stateIndex: StateIndex): FormulaNode => this.#batch(recipes, stateIndex, null, channelId);
    return this.#change(causeKey('dish_recipe', id), costIn, recipes[1] ? 1 : 0);
  }

  /** The lines of a recipe in one state; without a channel, only the lines that count in every channel. */
  #batch(
    recipes: BeforeAfter<Recipe | undefined>,
    stateIndex: StateIndex,
    decided: DecidedState,
    channelId?: string,
  ): FormulaNode {
    const others = once(() => linesById(recipes[stateIndex === 0 ? 1 : 0]));
    const lines = linesIn(recipes[stateIndex]?.lines ?? [], channelId);
    // Floating-point sums depend on the order, so the lines are sorted.
    const sorted = lines.toSorted((a, b) => (a.ingredientId < b.ingredientId ? -1 : 1));
    return this.#formula.sum(
      sorted.map((line): Term => {
        // Most lines have a unit of their own: the other state's lines are needed only for a line without one.
        const other = line.ownUnit === null ? others().get(line.ingredientId) : undefined;
        if (!other || !this.#comparison.belongsToComponent(other, line))
          return [this.#supply(line, stateIndex, decided), line.quantity / SCALE];
        return [this.#lineWithComponent(stateIndex === 0 ? [line, other] : [other, line], stateIndex, decided), 1];
      }),
    );
  }

  /** The cost of a line whose quantity goes with the component and is taken from that state. */
  #lineWithComponent(lines: BeforeAfter<RecipeLine>, stateIndex: StateIndex, decided: DecidedState): FormulaNode {
    const id = lines[0].ingredientId;
    const cause = this.#keyOf(id);
    const costIn = (its: StateIndex): FormulaNode => {
      const { quantity } = lines[its];
      const one = this.#costOfOne(id, this.#comparison.unitOfLine(lines[its], its), its, decided) ?? this.#nothing;
      return this.#formula.sum([[one, quantity / SCALE]]);
    };
    // A decided cause must not be evaluated in the other state: in a cycle that would lead back to this recipe.
    return decided?.cause === cause ? costIn(decided.stateIndex) : this.#change(cause, costIn, stateIndex);
  }

  /**
   * The cost of one unit of the component of a line, in the line's unit in this state. Where the unit does not convert
   * in a state, or the component is missing there, the cost comes from the line's own state: 300 g must not be
   * multiplied by a price per bunch.
   */
  #supply(line: RecipeLine, stateIndex: StateIndex, decided: DecidedState): FormulaNode {
    const id = line.ingredientId;
    const [unit, cause] = [this.#comparison.unitOfLine(line, stateIndex), this.#keyOf(id)];
    const costIn = (its: StateIndex): FormulaNode => {
      const now: DecidedState = { cause, stateIndex: its };
      const one = this.#comparison.inBoth(id) && this.#costOfOne(id, unit, its, now);
      return one ?? this.#costOfOne(id, unit, stateIndex, now) ?? this.#nothing;
    };
    if (decided?.cause === cause) return costIn(decided.stateIndex);
    return this.#remembered(`${id} ${unit} ${stateIndex}`, () => this.#change(cause, costIn, stateIndex));
  }

  /** The cost of one `unit` of a component in this state; undefined where it does not convert. */
  #costOfOne(id: string, unit: string, stateIndex: StateIndex, decided: DecidedState): FormulaNode | undefined {
    const worth = this.#comparison.worth(id, unit, stateIndex);
    const row = this.#comparison.componentIn(id, stateIndex);
    if (!worth || !row) return undefined;
    const share = Number(worth.n) / Number(worth.d);
    if (!isPreparation(row)) return this.#formula.constant(share);
    const [before, after] = this.#comparison.states;
    const cause = this.#keyOfPreparation(id);
    const own = decided?.cause === cause ? decided : { cause, stateIndex };
    const recipes = [before.preparations.get(id), after.preparations.get(id)] as const;
    const batch = this.#remembered(`${id} ${stateIndex} ${own.stateIndex} batch`, () =>
      this.#batch(recipes, stateIndex, own),
    );
    return this.#formula.sum([[batch, share]]);
  }

  #keyOf(id: string): string {
    const isPreparationId = this.#comparison.states.some(({ preparations }) => preparations.has(id));
    return isPreparationId ? this.#keyOfPreparation(id) : causeKey('ingredient', id);
  }

  /** The cost before and after its cause; the cost in this state where there is no cause. */
  #change(cause: string, costIn: (stateIndex: StateIndex) => FormulaNode, stateIndex: StateIndex): FormulaNode {
    return this.#causes.has(cause) ? this.#formula.change(cause, costIn(0), costIn(1)) : costIn(stateIndex);
  }

  #remembered(name: string, make: () => FormulaNode): FormulaNode {
    const node = this.#known.get(name) ?? make();
    this.#known.set(name, node);
    return node;
  }
}
