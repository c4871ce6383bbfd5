import type { Ingredient } from '../ingredient/fields.ts';
import type { RecipeLine } from './line.ts';
import type { Preparation } from './preparation-fields.ts';
import { QUOTAS } from '../../limits.ts';
import type { Business } from '../state.ts';

/** The lines of a dish or a preparation. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly RecipeLine[];
}

/** Every recipe of a business: dishes in the order of the menu, then preparations. */
function* recipesOf({ dishes, preparations }: Pick<Business, 'dishes' | 'preparations'>): Iterable<Recipe> {
  yield* dishes.values();
  yield* preparations.values();
}

export const lineOf = <Line extends RecipeLine>(
  { lines }: { readonly lines: readonly Line[] },
  componentId: string,
): Line | undefined => lines.find((line) => line.ingredientId === componentId);

/** The recipes that have a line of this component. */
export const recipesUsing = (
  state: Pick<Business, 'dishes' | 'preparations'>,
  componentId: string,
): readonly Recipe[] => Array.from(recipesOf(state)).filter((recipe) => lineOf(recipe, componentId));

/** The names of recipes that have a line of this component. */
export const namesUsing = (state: Pick<Business, 'dishes' | 'preparations'>, componentId: string): readonly string[] =>
  recipesUsing(state, componentId).map(({ name }) => name);

type Preparations = Components['preparations'];

/** The nesting of the preparations of a business. */
interface NestingIndex {
  /** The preparations that this was computed from. Rows are replaced, never mutated, so identity shows a change. */
  readonly rows: readonly Preparation[];
  /** The ids of the preparations that use a preparation, by its id. */
  readonly usedBy: ReadonlyMap<string, readonly string[]>;
  /**
   * The length of the longest chain of preparations that starts with a preparation; 1 where it uses ingredients only.
   */
  readonly depthBelow: ReadonlyMap<string, number>;
  /** The length of the longest chain of preparations that ends with a preparation. */
  readonly depthAbove: ReadonlyMap<string, number>;
}

const nestings = new WeakMap<Preparations, NestingIndex>();

/**
 * Finds the index of these preparations. It is computed again only after a row has changed, as large change sets ask
 * often.
 */
function nestingOf(preparations: Preparations): NestingIndex {
  const known = nestings.get(preparations);
  if (known && hasSameRows(preparations, known.rows)) return known;
  const usedBy = new Map<string, string[]>();
  for (const { id, lines } of preparations.values())
    for (const { ingredientId } of lines) {
      if (!preparations.has(ingredientId)) continue;
      const recipesUsingIt = usedBy.get(ingredientId);
      if (recipesUsingIt) recipesUsingIt.push(id);
      else usedBy.set(ingredientId, [id]);
    }
  const partsOf = (id: string): readonly string[] =>
    (preparations.get(id)?.lines ?? []).flatMap(({ ingredientId }) => (usedBy.has(ingredientId) ? [ingredientId] : []));
  const nesting = {
    rows: [...preparations.values()],
    usedBy,
    depthBelow: longestChains(preparations.keys(), partsOf),
    depthAbove: longestChains(preparations.keys(), (id) => usedBy.get(id) ?? []),
  };
  nestings.set(preparations, nesting);
  return nesting;
}

function hasSameRows(preparations: Preparations, rows: readonly Preparation[]): boolean {
  if (preparations.size !== rows.length) return false;
  let index = 0;
  for (const row of preparations.values()) {
    if (row !== rows[index]) return false;
    index += 1;
  }
  return true;
}

/** Computes, for each id, the length of the longest chain that starts with it. */
function longestChains(ids: Iterable<string>, nextOf: (id: string) => readonly string[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  const lengthFrom = (id: string): number => {
    const known = lengths.get(id);
    if (known !== undefined) return known;
    let longest = 0;
    for (const next of nextOf(id)) longest = Math.max(longest, lengthFrom(next));
    lengths.set(id, longest + 1);
    return longest + 1;
  };
  for (const id of ids) lengthFrom(id);
  return lengths;
}

/** The ids from preparation `from` down to `to`, both included; undefined where `from` does not use `to`. */
function findPath(preparations: Preparations, from: string, to: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const search = (id: string): readonly string[] | undefined => {
    if (id === to) return [id];
    if (seen.has(id)) return undefined;
    seen.add(id);
    for (const { ingredientId } of preparations.get(id)?.lines ?? []) {
      const rest = preparations.has(ingredientId) ? search(ingredientId) : undefined;
      if (rest) return [id, ...rest];
    }
    return undefined;
  };
  return search(from);
}

/** The ids of all components of these lines, on every level. */
export function componentsBelow(preparations: Preparations, lines: readonly RecipeLine[]): ReadonlySet<string> {
  const found = new Set(lines.map(({ ingredientId }) => ingredientId));
  // Iteration over a Set includes elements added meanwhile.
  for (const id of found) for (const { ingredientId } of preparations.get(id)?.lines ?? []) found.add(ingredientId);
  return found;
}

/** The reason why a recipe cannot use a component. */
export type NestingFlaw = { readonly flaw: 'cycle'; readonly path: readonly string[] } | { readonly flaw: 'too_deep' };

/** @param recipeId the recipe of the new line; a dish is part of no other recipe */
export function nestingFlaw(
  { preparations }: Components,
  recipeId: string,
  componentId: string,
): NestingFlaw | undefined {
  if (!preparations.has(componentId)) return undefined;
  const { usedBy, depthAbove, depthBelow } = nestingOf(preparations);
  const isUsed = recipeId === componentId || usedBy.has(recipeId);
  const pathToRecipe = isUsed ? findPath(preparations, componentId, recipeId) : undefined;
  // The cycle starts at the recipe of the new line: Massa uses Fermento natural, which uses Massa.
  if (pathToRecipe)
    return { flaw: 'cycle', path: [recipeId, ...pathToRecipe].map((id) => preparations.get(id)?.name ?? '') };
  const depth = (depthAbove.get(recipeId) ?? 0) + (depthBelow.get(componentId) ?? 0);
  return depth > QUOTAS.preparationDepth ? { flaw: 'too_deep' } : undefined;
}

/** A component of a recipe line: an ingredient or a preparation. */
export type Component = Ingredient | Preparation;

/** The parts of a business that hold components. */
export type Components = Pick<Business, 'ingredients' | 'preparations'>;

export const componentOf = ({ ingredients, preparations }: Components, id: string): Component | undefined =>
  ingredients.get(id) ?? preparations.get(id);

export const isPreparation = (component: Component): component is Preparation => 'lines' in component;

/** The unit in which a component is priced, and counted by default. */
export const unitOf = (component: Component): string =>
  isPreparation(component) ? component.yieldUnit : component.unit;
