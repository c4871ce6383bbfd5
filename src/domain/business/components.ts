import { QUOTAS } from '../limits.ts';
import type { Components } from './component.ts';
import type { RecipeLine } from './recipe.ts';
import type { Business } from './state.ts';

/** What has a recipe. */
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

/** Their names. */
export const namesUsing = (state: Pick<Business, 'dishes' | 'preparations'>, componentId: string): readonly string[] =>
  recipesUsing(state, componentId).map(({ name }) => name);

/**
 * The way by which a preparation reaches a recipe that is to use it, as ids: from `from` down to `to`, both of them
 * included; undefined where it does not lead there.
 */
export function wayDown({ preparations }: Components, from: string, to: string): readonly string[] | undefined {
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

/** How many preparations stand in the longest row that begins with this component; 0 of an ingredient. */
function depthBelow({ preparations }: Components, id: string): number {
  const known = new Map<string, number>();
  const depth = (each: string): number => {
    const preparation = preparations.get(each);
    if (!preparation) return 0;
    const before = known.get(each);
    if (before !== undefined) return before;
    const below = 1 + Math.max(0, ...preparation.lines.map((line) => depth(line.ingredientId)));
    known.set(each, below);
    return below;
  };
  return depth(id);
}

/** The longest row of preparations that ends with this one, itself included. */
function depthAbove({ preparations }: Components, id: string): number {
  const users = new Map<string, string[]>();
  for (const { id: user, lines } of preparations.values())
    for (const { ingredientId } of lines)
      if (preparations.has(ingredientId)) users.set(ingredientId, [...(users.get(ingredientId) ?? []), user]);
  const known = new Map<string, number>();
  const height = (each: string): number => {
    const before = known.get(each);
    if (before !== undefined) return before;
    const above = 1 + Math.max(0, ...(users.get(each) ?? []).map(height));
    known.set(each, above);
    return above;
  };
  return height(id);
}

/** Why a recipe cannot use this component. */
export type NestingFlaw = { readonly flaw: 'circle'; readonly way: readonly string[] } | { readonly flaw: 'too_deep' };

/** @param recipe of whom the line would be; a dish's id leads nowhere */
export function nestingFlaw(state: Components, recipe: string, componentId: string): NestingFlaw | undefined {
  if (!state.preparations.has(componentId)) return undefined;
  const way = state.preparations.has(recipe) ? wayDown(state, componentId, recipe) : undefined;
  // Massa already has Fermento natural, which has Massa: told from the one that was to get the line.
  if (way) return { flaw: 'circle', way: [recipe, ...way].map((id) => state.preparations.get(id)?.name ?? '') };
  const above = state.preparations.has(recipe) ? depthAbove(state, recipe) : 0;
  return above + depthBelow(state, componentId) > QUOTAS.preparationDepth ? { flaw: 'too_deep' } : undefined;
}
