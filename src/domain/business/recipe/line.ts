import type { Units } from '../../decimal.ts';
import { isSameScope, type Scope } from '../channel/scope.ts';

/** Everything that is said of an ingredient, or of a preparation, in a recipe. */
export type RecipeLineFields = {
  /** Of what goes into the whole batch. */
  readonly quantity: Units;
  /** In which the quantity is counted; null in lines from before units were kept: the component's. */
  readonly ownUnit: string | null;
  /** Where it goes into the dish: a box into deliveries only. Of preparations always everywhere. */
  readonly channels: Scope;
};

export interface RecipeLine extends RecipeLineFields {
  /** Of an ingredient or a preparation. */
  readonly ingredientId: string;
  readonly version: number;
}

/** What an event about a line says of what it is of, in the words of the time. */
export interface LineOf {
  readonly ingredientId: string;
  readonly ingredientName: string;
  /** In which the line's quantity is counted; events from before it was recorded have none. */
  readonly unit?: string;
}

/** Where a line is, in the words of the time. */
export type DishLinePlace = { readonly dishId: string; readonly dishName: string } & LineOf;
export type PreparationLinePlace = { readonly preparationId: string; readonly preparationName: string } & LineOf;

/** A line as the events of its recipe carry it: with the component's name of the time. */
export type RecordedLine = {
  readonly ingredientId: string;
  readonly ingredientName: string;
  readonly quantity: Units;
  readonly ownUnit?: string;
  readonly channels?: readonly string[];
  readonly version: number;
};

export const linesFromRecord = (lines: readonly RecordedLine[]): readonly RecipeLine[] =>
  lines.map(({ ingredientId, quantity, ownUnit = null, channels = null, version }) => ({
    ingredientId,
    quantity,
    ownUnit,
    channels,
    version,
  }));

/** The same components in the same quantities; a unit that was never said is whatever it is. */
export const isSameRecipe = (
  lines: readonly RecipeLine[],
  others: readonly Pick<RecordedLine, 'ingredientId' | 'quantity' | 'ownUnit' | 'channels'>[],
): boolean =>
  lines.length === others.length &&
  others.every(({ ingredientId, quantity, ownUnit = null, channels = null }) => {
    const line = lines.find((each) => each.ingredientId === ingredientId);
    return line?.quantity === quantity && line.ownUnit === ownUnit && isSameScope(line.channels, channels);
  });
