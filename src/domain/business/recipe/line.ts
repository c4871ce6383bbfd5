import type { TenThousandths } from '../../decimal.ts';
import { isSameScope, type Scope } from '../channel/fields.ts';

/** The fields of a line for an ingredient or a preparation. */
export type RecipeLineFields = {
  /** The quantity for the whole batch. */
  readonly quantity: TenThousandths;
  /** Unit of the quantity in this line. Null in lines older than this field, which use the component's unit. */
  readonly ownUnit: string | null;
  /** Channels in which the line counts: a box for deliveries only. Lines of preparations always count everywhere. */
  readonly channels: Scope;
};

export interface RecipeLine extends RecipeLineFields {
  /** Id of an ingredient or a preparation. */
  readonly ingredientId: string;
  readonly version: number;
}

/** The component of a line, with its name at the time of the event. */
export interface ComponentReference {
  readonly ingredientId: string;
  readonly ingredientName: string;
  /** Unit of the line's quantity; events older than this field lack it. */
  readonly unit?: string;
}

/** The recipe and component of a line, with their names at the time of the event. */
export type DishLineReference = { readonly dishId: string; readonly dishName: string } & ComponentReference;
export type PreparationLineReference = {
  readonly preparationId: string;
  readonly preparationName: string;
} & ComponentReference;

/** A line as the events of its recipe carry it: with the component's name at the time. */
export type RecordedLine = {
  readonly ingredientId: string;
  readonly ingredientName: string;
  readonly quantity: TenThousandths;
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

/**
 * Tells whether two recipes have the same components in the same quantities; a line without a unit matches any unit.
 */
export const isSameRecipe = (
  lines: readonly RecipeLine[],
  others: readonly Pick<RecordedLine, 'ingredientId' | 'quantity' | 'ownUnit' | 'channels'>[],
): boolean =>
  lines.length === others.length &&
  others.every(({ ingredientId, quantity, ownUnit = null, channels = null }) => {
    const line = lines.find((each) => each.ingredientId === ingredientId);
    return line?.quantity === quantity && line.ownUnit === ownUnit && isSameScope(line.channels, channels);
  });
